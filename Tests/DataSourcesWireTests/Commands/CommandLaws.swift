import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Commands are applied exactly once, shown at once, and all replicas end equal to the source.
struct CommandLaws {
    struct Rename: ListCommand {
        static let name = "rename"
        let id: Int
        let title: String
        func apply(to list: inout ListDraft<Card>) throws { try list.update(id: id) { $0.title = title } }
    }

    /// Not idempotent: applied twice, it shows.
    struct Raise: ListCommand {
        static let name = "raise"
        let id: Int
        func apply(to list: inout ListDraft<Card>) throws { try list.update(id: id) { $0.weight += 1 } }
    }

    struct Add: ListCommand {
        static let name = "add"
        let card: Card
        func apply(to list: inout ListDraft<Card>) throws { try list.insert(card, at: 0) }
    }

    struct Lost: Error {}

    /// A server with its source, and one replica that follows it.
    private final class World: Sendable {
        let source: ListSource<Card>
        let feed: Feed<ListSource<Card>>
        let handler: CommandHandler<ListSource<Card>, Void>
        let executor: SeededExecutor

        init(_ executor: SeededExecutor, cards: Int = 5) async throws {
            self.executor = executor
            source = try ListSource((0..<cards).map { Card($0, "card \($0)") })
            feed = Feed(of: source, clock: executor.clock)
            handler = CommandHandler(for: source)
            await handler.register(Rename.self) { command, _ in command.title != "forbidden" }
            await handler.register(Raise.self)
            await handler.register(Add.self)
        }

        func follow(_ replica: Replica<List>, delay: Duration = .zero) {
            let (feed, clock) = (feed, executor.clock)
            executor.start(name: "follower") {
                try await replica.follow(
                    feed.frames(as: .json).map { frame in
                        try await clock.sleep(for: delay)
                        return try FrameFormat.json.decode(frame.bytes)
                    })
            }
        }
    }

    @Test(arguments: seeds(60))
    func `with lost commands and lost answers, each command is applied exactly once`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let world = try await World(executor)
            let replicas = [Replica<List>(), Replica<List>()]
            for replica in replicas { world.follow(replica, delay: .milliseconds(3)) }
            try await executor.clock.sleep(for: .seconds(1))
            let random = Shared(Random(seed: seed))
            @Sendable func chance() -> Int {
                var value = 0
                random.change { value = $0.below(4) }
                return value
            }
            let transport: CommandTransport = { envelope in
                try await executor.clock.sleep(for: .milliseconds(chance()))
                if chance() == 0 { throw Lost() }
                let reply = await world.handler.handle(envelope)
                if chance() == 0 { throw Lost() }
                return reply
            }
            let tasks = (0..<20).map { number in
                executor.start(name: "command \(number)") {
                    try await replicas[number % 2].send(
                        Raise(id: number % 5), backoff: Backoff(initial: .milliseconds(2)), clock: executor.clock,
                        through: transport)
                }
            }
            for task in tasks { _ = try await task.value }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(world.source.snapshot.map(\.weight) == [4, 4, 4, 4, 4])
            for replica in replicas {
                #expect(replica.snapshot == world.source.snapshot)
                #expect(await replica.pendingCommands == 0)
            }
            await world.source.finish()
        }
    }

    @Test(arguments: seeds(30))
    func `among edits of others, over lines that break, each command is applied once and all end equal`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let world = try await World(executor)
            let replicas = [Replica<List>(), Replica<List>(), Replica<List>()]
            let random = Shared(Random(seed: seed))
            @Sendable func chance(_ bound: Int) -> Int {
                var value = 0
                random.change { value = $0.below(bound) }
                return value
            }
            let runners = replicas.map { replica in
                executor.start(name: "replica") {
                    try await replica.run(backoff: Backoff(initial: .milliseconds(2)), clock: executor.clock) {
                        position in
                        let line = LossyTransport<[UInt8]>(
                            seed: seed &+ UInt64(chance(1_000)),
                            faults: TransportFaults(drop: 0.02, delay: .zero ... .milliseconds(4)),
                            clock: executor.clock)
                        executor.start(name: "server") {
                            for try await frame in world.feed.frames(since: position) { line.send(frame.bytes) }
                            line.finish()
                        }
                        return line.map { try FrameFormat.json.decode($0) }
                    }
                }
            }
            try await executor.clock.sleep(for: .milliseconds(50))
            let transport: CommandTransport = { envelope in
                try await executor.clock.sleep(for: .milliseconds(chance(6)))
                if chance(4) == 0 { throw Lost() }
                let reply = await world.handler.handle(envelope)
                try await executor.clock.sleep(for: .milliseconds(chance(6)))
                if chance(4) == 0 { throw Lost() }
                return reply
            }
            let writer = executor.start(name: "others") {
                for step in 0..<20 {
                    try await world.source.transaction { list in
                        try list.move(from: step % 5, to: step * 7 % 5)
                        try list.insert(Card(100 + step), at: step % list.count)
                        try list.update(id: step % 5) { $0.title = "\(step)" }
                    }
                    try await executor.clock.sleep(for: .milliseconds(chance(4)))
                }
            }
            let tasks = (0..<15).map { number in
                executor.start(name: "command \(number)") {
                    try await executor.clock.sleep(for: .milliseconds(chance(40)))
                    return try await replicas[number % 3].send(
                        Raise(id: number % 5), backoff: Backoff(initial: .milliseconds(2)), clock: executor.clock,
                        through: transport)
                }
            }
            for task in tasks { _ = try await task.value }
            try await writer.value
            try await executor.clock.sleep(for: .seconds(100))
            await world.source.finish()
            for runner in runners { try await runner.value }
            let source = world.source.snapshot
            #expect(source.filter { $0.id < 5 }.map(\.weight) == [3, 3, 3, 3, 3])
            for replica in replicas {
                #expect(replica.snapshot == source)
                #expect(await replica.pendingCommands == 0)
            }
        }
    }

    @Test func `an edit is shown at once, stays while others arrive, and is not shown twice`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let world = try await World(executor)
            let replica = Replica<List>()
            world.follow(replica, delay: .milliseconds(1))
            try await executor.clock.sleep(for: .seconds(1))
            let sent = executor.start(name: "command") {
                try await replica.send(Raise(id: 2), clock: executor.clock) { envelope in
                    try await executor.clock.sleep(for: .milliseconds(100))
                    return await world.handler.handle(envelope)
                }
            }
            let reader = executor.start(name: "reader") {
                var seen: [Double] = []
                for await update in replica.subscribe() { seen += update.after.filter { $0.id == 2 }.map(\.weight) }
                return seen
            }
            try await executor.clock.sleep(for: .milliseconds(10))
            #expect(replica.snapshot[2]?.weight == 1)
            #expect(world.source.snapshot[2]?.weight == 0)
            #expect(await replica.confirmed[2]?.weight == 0)
            // What others do arrives meanwhile.
            try await world.source.update(id: 1) { $0.title = "theirs" }
            try await world.source.move(id: 2, to: 0)
            try await executor.clock.sleep(for: .milliseconds(10))
            #expect(replica.snapshot.first?.weight == 1)
            #expect(await replica.confirmed.first?.weight == 0)
            _ = try await sent.value
            try await executor.clock.sleep(for: .milliseconds(10))
            await world.source.finish()
            let seen = await reader.value
            #expect(!seen.isEmpty)
            #expect(seen.allSatisfy { $0 == 1 }, "the edit was never taken back, nor made twice: \(seen)")
            #expect(replica.snapshot == world.source.snapshot)
        }
    }

    @Test func `a refused command is undone, and its reason reaches the caller`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let world = try await World(executor)
            let replica = Replica<List>()
            world.follow(replica)
            try await executor.clock.sleep(for: .seconds(1))
            let transport: CommandTransport = { await world.handler.handle($0) }
            func code(_ body: () async throws -> FeedPosition) async -> CommandRefusal.Code? {
                do {
                    _ = try await body()
                    return nil
                } catch {
                    return (error as? CommandRefusal)?.code
                }
            }
            let before = replica.snapshot
            #expect(
                await code { try await replica.send(Rename(id: 0, title: "forbidden"), through: transport) }
                    == .forbidden)
            #expect(await code { try await replica.send(Rename(id: 99, title: "x"), through: transport) } == .invalid)
            #expect(await code { try await replica.send(Add(card: Card(3)), through: transport) } == .invalid)
            let unknown = CommandEnvelope(key: "k", name: "nonsense", content: .null)
            #expect(
                await world.handler.handle(unknown)
                    == .refused(CommandRefusal(.unknown, "there is no command nonsense")))
            let malformed = await world.handler.handle(CommandEnvelope(key: "m", name: "rename", content: .int(3)))
            guard case .refused(let refusal) = malformed else {
                Issue.record("applied")
                return
            }
            #expect(refusal.code == .malformed)
            #expect(replica.snapshot == before)
            await world.source.finish()
            let last = await world.handler.handle(
                CommandEnvelope(key: "n", name: "raise", content: .object(["id": .int(0)])))
            guard case .refused(let refusal) = last else {
                Issue.record("applied")
                return
            }
            #expect(refusal.code == .finished)
        }
    }

    @Test func `a key has one answer, also if it comes again while it is being applied`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let world = try await World(executor)
            let envelope = CommandEnvelope(key: "once", name: "raise", content: .object(["id": .int(0)]))
            let tasks = (0..<10).map { number in
                executor.start(name: "client \(number)") { await world.handler.handle(envelope) }
            }
            var replies: Set<CommandReply> = []
            for task in tasks { replies.insert(await task.value) }
            #expect(replies.count == 1)
            #expect(world.source.snapshot[0]?.weight == 1)
            await world.source.finish()
        }
    }

    @Test(arguments: [false, true])
    func `a command that others cancel out is confirmed by the next heartbeat, or the end`(ends: Bool) throws {
        try SeededExecutor.run(seed: 5) { executor in
            let world = try await World(executor)
            let running = executor.start(name: "feed") {
                await world.feed.run(every: .milliseconds(100), heartbeat: .seconds(5), clock: executor.clock)
            }
            let replica = Replica<List>()
            world.follow(replica)
            try await executor.clock.sleep(for: .milliseconds(10))
            // The feed rests after this one.
            try await world.source.update(id: 1) { $0.title = "theirs" }
            try await executor.clock.sleep(for: .milliseconds(10))
            _ = try await replica.send(Raise(id: 0), clock: executor.clock) { await world.handler.handle($0) }
            try await world.source.update(id: 0) { $0.weight -= 1 }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await replica.pendingCommands == 1)
            if ends { await world.source.finish() }
            try await executor.clock.sleep(for: .seconds(5))
            #expect(await replica.pendingCommands == 0)
            #expect(replica.snapshot == world.source.snapshot)
            if !ends { await world.source.finish() }
            await running.value
        }
    }

    @Test func `a cancelled command is taken back on the replica`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let world = try await World(executor)
            let replica = Replica<List>()
            world.follow(replica)
            try await executor.clock.sleep(for: .seconds(1))
            let task = Task(executorPreference: executor) {
                try await replica.send(Raise(id: 0), clock: executor.clock) { _ in
                    try await executor.clock.sleep(for: .seconds(100))
                    throw Lost()
                }
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(replica.snapshot[0]?.weight == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(replica.snapshot[0]?.weight == 0)
            await world.source.finish()
        }
    }
}
