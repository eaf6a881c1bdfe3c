import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// The effect of a command is never shown twice: not before its answer is there, not when the answer is lost, not after a
/// reconnect, and not when several commits arrive as one step.
struct ShownOnceLaws {
    private typealias Raise = CommandLaws.Raise
    private typealias Lost = CommandLaws.Lost

    /// A server with its source, whose commands are named in frames.
    ///
    /// Each command raises a card of its own.
    private struct World {
        let source: ListSource<Card>
        let feed: Feed<ListSource<Card>>
        let handler: CommandHandler<ListSource<Card>, Void>
        let executor: SeededExecutor

        init(
            _ executor: SeededExecutor, cards: Int, history: HistoryBounds = HistoryBounds(), capacity: Int = 1_024
        ) async throws {
            self.executor = executor
            let log = CommandLog(capacity: capacity)
            source = try ListSource((0..<cards).map { Card($0, "card \($0)") })
            feed = Feed(of: source, history: history, log: log, clock: executor.clock)
            handler = CommandHandler(for: source, log: log)
            await handler.register(Raise.self)
        }

        /// What a reader of the replica sees: the weights of the first cards in each state.
        func reader(of replica: Replica<List>, cards: Int) -> Task<[[Int: Double]], Never> {
            Task(executorPreference: executor) {
                var seen: [[Int: Double]] = []
                for await update in replica.subscribe() {
                    seen.append(Dictionary(uniqueKeysWithValues: update.after.map { ($0.id, $0.weight) }))
                }
                return seen
            }
        }
    }

    @Test(arguments: seeds(60))
    func `over lines that lose, repeat and reorder, with answers that come early, late or never`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            // Sometimes clients have to load whole states, or frames cannot name all commands.
            let history = HistoryBounds(count: random.below(3) == 0 ? random.below(4) : 1_000)
            let world = try await World(
                executor, cards: 30, history: history, capacity: random.below(3) == 0 ? 2 : 1_024)
            let (source, feed, clock) = (world.source, world.feed, executor.clock)
            let running =
                seed.isMultiple(of: 2)
                ? executor.start(name: "feed") {
                    await feed.run(every: .milliseconds(7), heartbeat: .milliseconds(50), clock: clock)
                } : nil
            let chances = Shared(Random(seed: seed &+ 1))
            @Sendable func chance(_ bound: Int) -> Int {
                var value = 0
                chances.change { value = $0.below(bound) }
                return value
            }
            let format = random.below(2) == 0 ? FrameFormat.json : .binary
            let faults = TransportFaults(
                drop: 0.02, duplicate: 0.02, truncate: 0.02, delay: .zero ... .milliseconds(4))
            let replicas = [Replica<List>(), Replica<List>()]
            let runners = replicas.map { replica in
                executor.start(name: "replica") {
                    try await replica.run(
                        as: format, backoff: Backoff(initial: .milliseconds(2), maximum: .milliseconds(20)),
                        clock: clock
                    ) { position in
                        let line = LossyTransport<[UInt8]>(
                            seed: UInt64(chance(1 << 20)), faults: chance(4) == 0 ? .none : faults, clock: clock)
                        executor.start(name: "server") {
                            for try await frame in feed.frames(since: position, as: format) { line.send(frame.bytes) }
                            line.finish()
                        }
                        return line
                    }
                }
            }
            let readers = replicas.map { world.reader(of: $0, cards: 30) }
            try await clock.sleep(for: .milliseconds(100))
            let transport: CommandTransport = { envelope in
                try await clock.sleep(for: .milliseconds(chance(6)))
                if chance(4) == 0 { throw Lost() }
                let reply = await world.handler.handle(envelope)
                try await clock.sleep(for: .milliseconds(chance(4) == 0 ? 40 : chance(6)))
                if chance(3) == 0 { throw Lost() }
                return reply
            }
            let writer = executor.start(name: "others") {
                for step in 0..<30 {
                    try await source.transaction { list in
                        try list.move(from: step % 30, to: step * 7 % 30)
                        try list.update(id: step) { $0.title = "\(step)" }
                        if step % 3 == 0 { try list.insert(Card(100 + step), at: 0) }
                    }
                    try await clock.sleep(for: .milliseconds(chance(5)))
                }
            }
            let tasks = (0..<30).map { number in
                executor.start(name: "command \(number)") {
                    try await clock.sleep(for: .milliseconds(chance(60)))
                    return try await replicas[number % 2].send(
                        Raise(id: number), backoff: Backoff(initial: .milliseconds(2), maximum: .milliseconds(30)),
                        clock: clock, through: transport)
                }
            }
            for task in tasks { _ = try await task.value }
            try await writer.value
            // Longer than any wait before another attempt.
            try await clock.sleep(for: .seconds(10))
            await source.finish()
            for runner in runners { try await runner.value }
            await running?.value
            for reader in readers {
                for weights in await reader.value {
                    #expect(weights.values.allSatisfy { $0 <= 1 }, "an effect is shown twice: \(weights)")
                }
            }
            for replica in replicas {
                #expect(replica.snapshot == source.snapshot)
                #expect(await replica.pendingCommands == 0)
            }
            #expect(source.snapshot.filter { $0.id < 30 }.allSatisfy { $0.weight == 1 })
        }
    }

    @Test(arguments: seeds(20))
    func `while the history suffices, an edit that was shown stays shown`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let world = try await World(executor, cards: 10)
            let (source, feed, clock) = (world.source, world.feed, executor.clock)
            let random = Shared(Random(seed: seed))
            @Sendable func chance(_ bound: Int) -> Int {
                var value = 0
                random.change { value = $0.below(bound) }
                return value
            }
            let replica = Replica<List>()
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, backoff: Backoff(initial: .milliseconds(2)), clock: clock) {
                    position in
                    let count = position == nil ? 3 : 1 + chance(6)
                    return feed.frames(since: position, as: .binary).prefix(count).map { frame in
                        try? await clock.sleep(for: .milliseconds(chance(3)))
                        return frame.bytes
                    }
                }
            }
            try await clock.sleep(for: .seconds(1))
            let reader = world.reader(of: replica, cards: 10)
            let tasks = (0..<10).map { number in
                executor.start(name: "command \(number)") {
                    try await clock.sleep(for: .milliseconds(chance(30)))
                    return try await replica.send(
                        Raise(id: number), backoff: Backoff(initial: .milliseconds(2)), clock: clock
                    ) { envelope in
                        let reply = await world.handler.handle(envelope)
                        try await clock.sleep(for: .milliseconds(chance(20)))
                        if chance(2) == 0 { throw Lost() }
                        return reply
                    }
                }
            }
            for step in 0..<10 {
                try await source.transaction { list in
                    try list.move(from: step, to: step * 7 % 10)
                    try list.update(id: step) { $0.title = "\(step)" }
                }
                try await clock.sleep(for: .milliseconds(chance(5)))
            }
            for task in tasks { _ = try await task.value }
            try await clock.sleep(for: .seconds(100))
            #expect(feed.statistics.wholeStatesSent == 1)
            await source.finish()
            try await runner.value
            var last: [Int: Double] = [:]
            for weights in await reader.value {
                for (id, weight) in weights {
                    #expect(weight <= 1 && weight >= last[id] ?? 0, "\(id) from \(last[id] ?? 0) to \(weight)")
                }
                last = weights
            }
            #expect(last.values.allSatisfy { $0 == 1 })
        }
    }

    /// The weights of a card in all states that are shown while the answer to a command is on its way for 100 ms.
    private func weights(
        _ executor: SeededExecutor, history: Int = 1_000, capacity: Int = 1_024, refuses: Bool = false,
        meanwhile: @Sendable (ListSource<Card>, _ cut: @Sendable () -> Void) async throws -> Void
    ) async throws -> [Double] {
        let world = try await World(executor, cards: 5, history: HistoryBounds(count: history), capacity: capacity)
        let (feed, clock) = (world.feed, executor.clock)
        let replica = Replica<List>()
        let streams = Shared<[Task<Void, any Error>]>([])
        let runner = executor.start(name: "replica") {
            try await replica.run(backoff: Backoff(initial: .milliseconds(4)), clock: clock) { position in
                let line = LossyTransport<WireFrame>(seed: 1, faults: .none, clock: clock)
                let server = executor.start(name: "server") {
                    for try await frame in feed.frames(since: position) {
                        line.send(try FrameFormat.json.decode(frame.bytes))
                    }
                    line.finish()
                }
                streams.change { $0.append(server) }
                return line
            }
        }
        try await clock.sleep(for: .milliseconds(10))
        let reader = world.reader(of: replica, cards: 5)
        let sent = executor.start(name: "command") {
            try await replica.send(Raise(id: refuses ? 99 : 2), clock: clock) { envelope in
                try await clock.sleep(for: .milliseconds(1))
                let reply = await world.handler.handle(envelope)
                try await clock.sleep(for: .milliseconds(100))
                return reply
            }
        }
        try await clock.sleep(for: .milliseconds(20))
        try await meanwhile(world.source) { for stream in streams.value { stream.cancel() } }
        try await clock.sleep(for: .milliseconds(40))
        _ = try? await sent.value
        try await clock.sleep(for: .milliseconds(40))
        #expect(replica.snapshot == world.source.snapshot)
        await world.source.finish()
        try await runner.value
        return await reader.value.compactMap { $0[2] }
    }

    @Test func `a change that arrives before its answer is shown once`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let seen = try await weights(executor) { source, _ in
                for step in 0..<3 {
                    try await source.update(id: 1) { $0.title = "\(step)" }
                    try await executor.clock.sleep(for: .milliseconds(5))
                }
            }
            #expect(Set(seen) == [1], "\(seen)")
        }
    }

    @Test func `after a whole state, an edit without an answer is hidden until it has one`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let seen = try await weights(executor, history: 0) { source, cut in
                cut()
                for step in 0..<3 {
                    try await source.update(id: 1) { $0.title = "\(step)" }
                    try await executor.clock.sleep(for: .milliseconds(5))
                }
            }
            #expect(Set(seen) == [1], "the whole state has it: \(seen)")
        }
    }

    @Test func `if a frame cannot name its commands, an edit without an answer is hidden until it has one`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let seen = try await weights(executor, capacity: 0) { source, _ in
                try await source.update(id: 1) { $0.title = "theirs" }
            }
            #expect(Set(seen) == [1], "\(seen)")
        }
    }

    @Test func `an edit that is in doubt comes back with its answer`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let world = try await World(executor, cards: 5)
            let clock = executor.clock
            let running = executor.start(name: "feed") { await world.feed.run(every: .milliseconds(200), clock: clock) }
            try await clock.sleep(for: .milliseconds(300))
            // The feed rests after this one.
            try await world.source.update(id: 1) { $0.title = "theirs" }
            try await clock.sleep(for: .milliseconds(10))
            let replica = Replica<List>()
            // Sent before the first state is there, and not applied when that is made.
            let sent = executor.start(name: "command") {
                try await replica.send(Raise(id: 2), clock: clock) { envelope in
                    try await clock.sleep(for: .milliseconds(50))
                    return await world.handler.handle(envelope)
                }
            }
            try await clock.sleep(for: .milliseconds(10))
            let follower = executor.start(name: "replica") {
                try await replica.follow(world.feed.frames().map(\.bytes), as: .json)
            }
            try await clock.sleep(for: .milliseconds(10))
            #expect(replica.snapshot[2]?.weight == 0)
            _ = try await sent.value
            try await clock.sleep(for: .milliseconds(10))
            #expect(await replica.confirmed[2]?.weight == 0)
            #expect(replica.snapshot[2]?.weight == 1)
            try await clock.sleep(for: .milliseconds(400))
            #expect(await replica.confirmed[2]?.weight == 1)
            #expect(replica.snapshot[2]?.weight == 1)
            #expect(await replica.pendingCommands == 0)
            await world.source.finish()
            _ = try await follower.value
            await running.value
        }
    }
}
