import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Relays of one log: a client goes from one to another as if they were one server.
struct RelayLaws {
    private typealias Raise = CommandLaws.Raise

    /// A log that grows, and what follows it.
    private final class Line: Sendable {
        private struct State {
            var frames: [WireFrame] = []
            var followers: [AsyncStream<WireFrame>.Continuation] = []
        }
        private let state = Shared(State())

        func append(_ frame: WireFrame) {
            state.change { state in
                state.frames.append(frame)
                for follower in state.followers { follower.yield(frame) }
            }
        }

        func close() { for follower in state.value.followers { follower.finish() } }

        func follow() -> AsyncStream<WireFrame> {
            let (stream, continuation) = AsyncStream.makeStream(of: WireFrame.self)
            state.change { state in
                for frame in state.frames { continuation.yield(frame) }
                state.followers.append(continuation)
            }
            return stream
        }
    }

    /// A process that follows the log and serves clients.
    private struct Relay: Sendable {
        let replica = Replica<List>()
        let feed: Feed<Replica<List>>
        let tasks: [Task<Void, Never>]

        init(_ executor: SeededExecutor, _ line: Line, _ random: inout Random, history: Int = 1_000) {
            let (feed, replica, clock) = (
                Feed(
                    relaying: replica, history: HistoryBounds(count: history), itemsPerPart: 10 + random.below(20),
                    clock: executor.clock), replica, executor.clock
            )
            self.feed = feed
            let (delays, interval) = (Shared(Random(seed: random.next())), random.below(30))
            let slowness = 1 + random.below(8)
            var tasks = [
                executor.start(name: "relay") {
                    _ = try? await replica.follow(
                        line.follow().map { frame in
                            try? await clock.sleep(for: .milliseconds(delays.change { $0.below(slowness) }))
                            return frame
                        })
                }
            ]
            if random.below(2) == 0 {
                tasks.append(
                    executor.start(name: "feed") {
                        await feed.run(every: .milliseconds(interval), heartbeat: .milliseconds(40), clock: clock)
                    })
            }
            self.tasks = tasks
        }
    }

    /// A client that goes from relay to relay, cut at any frame, until it has a state; returns the number of resets.
    ///
    /// `check` is called with each state that it has.
    private static func wander(
        _ executor: SeededExecutor, _ client: Replica<List>, _ relays: [Relay],
        until last: @escaping @Sendable () -> FeedPosition?, seed: UInt64,
        check: @escaping @Sendable (FeedPosition, List) -> Void
    ) async throws -> Int {
        var random = Random(seed: seed)
        let (format, resets) = (random.below(2) == 0 ? FrameFormat.json : .binary, Shared(0))
        @Sendable func isThere() async -> Bool {
            guard let position = await client.position else { return false }
            check(position, client.snapshot)
            return position == last()
        }
        while await !isThere() {
            let feed = relays[random.below(relays.count)].feed
            let (left, delay) = (Shared(random.below(9)), Shared(Random(seed: random.next())))
            let iterator = feed.frames(since: await client.position, as: format).makeAsyncIterator()
            let frames = AsyncThrowingStream<[UInt8], any Error> {
                if await isThere() { return nil }
                left.change { $0 -= 1 }
                if left.value < 0 { return nil }
                try await executor.clock.sleep(for: .milliseconds(delay.change { $0.below(6) }))
                // A client that hears nothing goes elsewhere.
                let reading = executor.start(name: "next") {
                    var next = iterator
                    return try await next.next()
                }
                let waiting = executor.start(name: "patience") {
                    try await executor.clock.sleep(for: .milliseconds(200))
                    reading.cancel()
                }
                defer { waiting.cancel() }
                let frame = try await reading.value
                if frame?.kind == .reset { resets.change { $0 += 1 } }
                return frame?.bytes
            }
            do {
                try await client.follow(frames, as: format)
            } catch let error as WireError where error.code == .disconnected {
            }
        }
        return resets.value
    }

    @Test(arguments: seeds(60))
    func `a client that moves among relays sees states of the source at their positions, in order`(seed: UInt64) throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let log = try LogOfWriters(seed: seed, changesEpochs: false)
            let (states, last, line) = (log.states, log.position, Line())
            var relays: [Relay] = []
            for _ in 0..<3 { relays.append(Relay(executor, line, &random)) }
            let clients = (0..<5).map { number in
                let (seed, relays) = (random.next(), relays)
                return executor.start(name: "client \(number)") {
                    let shown = Shared<FeedPosition?>(nil)
                    return try await Self.wander(
                        executor, Replica<List>(), relays, until: { last }, seed: seed
                    ) { position, state in
                        #expect(states[position] == state, "at \(position)")
                        if let shown = shown.value { #expect(shown.number <= position.number) }
                        shown.change { $0 = position }
                    }
                }
            }
            for moment in log.moments {
                line.append(moment.frame)
                try await executor.clock.sleep(for: .milliseconds(random.below(6)))
            }
            for client in clients { #expect(try await client.value >= 1) }
            line.close()
            for relay in relays { relay.feed.shutDown() }
            for task in relays.flatMap(\.tasks) { await task.value }
        }
    }

    @Test(arguments: seeds(40))
    func `after its first state a client is sent no whole state while the histories have its own`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let log = try LogOfWriters(seed: seed, changesEpochs: false)
            let line = Line()
            var relays: [Relay] = []
            for _ in 0..<3 { relays.append(Relay(executor, line, &random)) }
            let clients = (0..<5).map { _ in Replica<List>() }
            let whole = log.moments.firstIndex { $0.position != nil } ?? 0
            for moment in log.moments[...whole] { line.append(moment.frame) }
            let first = log.moments[whole].position
            for client in clients {
                let resets = try await Self.wander(executor, client, relays, until: { first }, seed: random.next()) {
                    _, _ in
                }
                #expect(resets >= 1)
            }
            let last = log.position
            var tasks: [Task<Int, any Error>] = []
            for client in clients {
                let (seed, relays) = (random.next(), relays)
                tasks.append(
                    executor.start(name: "client") {
                        try await Self.wander(executor, client, relays, until: { last }, seed: seed) { _, _ in }
                    })
            }
            for moment in log.moments[(whole + 1)...] {
                line.append(moment.frame)
                try await executor.clock.sleep(for: .milliseconds(random.below(6)))
            }
            for task in tasks { #expect(try await task.value == 0) }
            #expect(clients.allSatisfy { $0.snapshot == log.state })
            line.close()
            for relay in relays { relay.feed.shutDown() }
            for task in relays.flatMap(\.tasks) { await task.value }
        }
    }

    @Test(arguments: seeds(40))
    func `when the source begins anew, clients come to its last state, and see none at a position that is not its own`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let log = try LogOfWriters(seed: seed)
            let (states, last, line) = (log.states, log.position, Line())
            var relays: [Relay] = []
            for _ in 0..<3 { relays.append(Relay(executor, line, &random, history: random.below(2) == 0 ? 3 : 1_000)) }
            let clients = (0..<5).map { number in
                let (seed, relays) = (random.next(), relays)
                return executor.start(name: "client \(number)") {
                    try await Self.wander(
                        executor, Replica<List>(), relays, until: { last }, seed: seed
                    ) { position, state in #expect(states[position] == state, "at \(position)") }
                }
            }
            for moment in log.moments {
                line.append(moment.frame)
                try await executor.clock.sleep(for: .milliseconds(random.below(6)))
            }
            for client in clients { _ = try await client.value }
            line.close()
            for relay in relays { relay.feed.shutDown() }
            for task in relays.flatMap(\.tasks) { await task.value }
        }
    }

    @Test(arguments: seeds(40))
    func `the effect of a command is shown once, whichever relays the client goes through`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let (clock, names, line) = (executor.clock, CommandLog(), Line())
            let source = try ListSource((0..<12).map { Card($0) })
            let handler = CommandHandler(for: source, log: names)
            await handler.register(Raise.self)
            let origin = Feed(of: source, log: names, clock: clock)
            let writer = executor.start(name: "writer") {
                var decoder = FrameDecoder(.binary)
                for try await frame in origin.frames(as: .binary) {
                    line.append(try decoder.decode(frame.bytes))
                    try await clock.sleep(for: .milliseconds(2))
                }
            }
            var relays: [Relay] = []
            for _ in 0..<2 { relays.append(Relay(executor, line, &random)) }
            let client = Replica<List>()
            let reader = executor.start(name: "reader") {
                for await update in client.subscribe() {
                    #expect(update.after.allSatisfy { $0.weight <= 1 }, "an effect is shown twice")
                }
            }
            let isOver = Shared(false)
            let wandering = executor.start(name: "client") { [relays] in
                try await Self.wander(
                    executor, client, relays,
                    until: { isOver.value ? FeedPosition(source.hub.version) : nil }, seed: seed
                ) { _, _ in }
            }
            try await clock.sleep(for: .seconds(1))
            let chances = Shared(random)
            let commands = (0..<12).map { number in
                executor.start(name: "command \(number)") {
                    try await clock.sleep(for: .milliseconds(chances.change { $0.below(60) }))
                    return try await client.send(Raise(id: number), clock: clock) { envelope in
                        let reply = await handler.handle(envelope)
                        try await clock.sleep(for: .milliseconds(chances.change { $0.below(60) }))
                        return reply
                    }
                }
            }
            for step in 0..<12 {
                try await source.move(from: step, to: step * 7 % 12)
                try await clock.sleep(for: .milliseconds(chances.change { $0.below(9) }))
            }
            for command in commands { _ = try await command.value }
            isOver.change { $0 = true }
            try await source.append(Card(1_000))
            _ = try await wandering.value
            #expect(await client.pendingCommands == 0)
            #expect(client.snapshot == source.snapshot)
            await source.finish()
            try await writer.value
            line.close()
            for relay in relays { relay.feed.shutDown() }
            for task in relays.flatMap(\.tasks) { await task.value }
            reader.cancel()
            await reader.value
        }
    }
}
