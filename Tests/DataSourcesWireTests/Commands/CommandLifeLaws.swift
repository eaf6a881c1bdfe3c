import DataSources
import DataSourcesTesting
import DataSourcesWire
import Synchronization
import TestKit
import Testing

/// Law 17 with everything at once: three replicas, lost answers, short connections, several lives of the source, its end.
///
/// `.ci/deep` runs 100,000 seeds.
struct CommandLifeLaws {
    private typealias Source = ListSource<Card>
    private typealias Raise = CommandAnswersTests.Raise

    private struct Lost: Error {}

    /// A process that has ended goes on to run in the simulation, and must not write any more.
    private struct Dead: Error {}

    /// What outlives a process: the items and the answers, which one transaction changes together.
    private final class Database: Sendable {
        private struct State {
            /// The life that may write.
            var owner: UInt64 = 0
            var cards: [Card] = []
            var answers: [CommandKey: CommandAnswer] = [:]
            var made = 0
        }

        private let state = Mutex(State())

        var cards: [Card] { state.withLock { $0.cards } }
        /// The number of commands that were applied.
        var made: Int { state.withLock { $0.made } }

        func opened(by epoch: UInt64) { state.withLock { $0.owner = epoch } }

        func isOpen(in epoch: UInt64) -> Bool { state.withLock { $0.owner == epoch } }

        func write(_ cards: [Card], _ answer: (CommandKey, CommandAnswer)? = nil, in epoch: UInt64) throws {
            try state.withLock { state in
                if state.owner != epoch { throw Dead() }
                state.cards = cards
                guard let (key, answer) = answer else { return }
                state.answers[key] = answer
                state.made += 1
            }
        }

        func answer(for key: CommandKey) -> CommandAnswer? { state.withLock { $0.answers[key] } }

        func keep(_ answer: CommandAnswer, for key: CommandKey, in epoch: UInt64) throws {
            try state.withLock { state in
                if state.owner != epoch { throw Dead() }
                state.answers[key] = state.answers[key] ?? answer
            }
        }
    }

    /// The answers in the database, as one life of the source sees them.
    private struct Answers: CommandAnswers {
        let database: Database
        let epoch: UInt64

        func answer(for key: CommandKey) throws -> CommandAnswer? { database.answer(for: key) }

        func keep(_ answer: CommandAnswer, for key: CommandKey) throws {
            try database.keep(answer, for: key, in: epoch)
        }
    }

    /// One life of the source, in one process.
    private final class Life: Sendable {
        let source: Source
        let feed: Feed<Source>
        let handler: CommandHandler<Source, Void>

        init(of database: Database, _ executor: SeededExecutor) async throws {
            let (log, source) = (CommandLog(), try Source(database.cards))
            self.source = source
            feed = Feed(of: source, history: HistoryBounds(count: 3), log: log, clock: executor.clock)
            let epoch = source.hub.version.epoch
            database.opened(by: epoch)
            handler = CommandHandler(for: source, answers: Answers(database: database, epoch: epoch))
            await handler.register(Raise.self) { command, envelope, _ in
                try await source.transaction { draft in
                    try command.apply(to: &draft)
                    let version = source.hub.version
                    log.commandWillCommit(envelope.key, after: version)
                    let position = FeedPosition(epoch: version.epoch, number: version.number + 1)
                    let answer = CommandAnswer(.applied(position), toCommandWith: envelope.fingerprint)
                    let key = CommandKey(client: "", key: TextID(envelope.key))
                    try database.write(Array(draft.snapshot), (key, answer), in: epoch)
                }.version
            }
        }
    }

    @Test func `law 17: after any of it, all replicas end equal to the source, with nothing pending`() throws {
        for seed in seeds(50) { try Self.run(seed) }
    }

    private static func run(_ seed: UInt64) throws {
        let faults = try SeededExecutor.run(seed: seed) { executor -> [String] in
            let clock = executor.clock
            let random = Shared(Random(seed: seed))
            @Sendable func chance(_ bound: Int) -> Int {
                var value = 0
                random.change { value = $0.below(bound) }
                return value
            }
            let database = Database()
            try database.write((0..<4).map { Card($0) }, in: 0)
            let life = Shared(try await Life(of: database, executor))
            let replicas = (0..<3).map { _ in Replica<List>() }
            let runners = replicas.map { replica in
                executor.start(name: "replica") {
                    try await replica.run(backoff: Backoff(initial: .milliseconds(3)), clock: clock) { position in
                        let (feed, count) = (life.value.feed, 2 + chance(12))
                        return feed.frames(since: position).prefix(count).map { frame in
                            try await clock.sleep(for: .milliseconds(chance(4)))
                            return try FrameFormat.json.decode(frame.bytes)
                        }
                    }
                }
            }
            let feeds = executor.start(name: "feeds") {
                var last: Life?
                while !Task.isCancelled {
                    let now = life.value
                    if last === now { break }
                    last = now
                    await now.feed.run(every: .milliseconds(2), heartbeat: .milliseconds(20), clock: clock)
                }
            }
            let sends = (0..<8).map { number in
                executor.start(name: "command \(number)") { () -> Bool? in
                    try await clock.sleep(for: .milliseconds(chance(40)))
                    do {
                        _ = try await replicas[number % 3].send(
                            Raise(id: chance(9) == 0 ? 99 : number % 4), backoff: Backoff(initial: .milliseconds(2)),
                            clock: clock
                        ) { envelope in
                            try await clock.sleep(for: .milliseconds(chance(5)))
                            if chance(4) == 0 { throw Lost() }
                            let process = life.value
                            let reply = await process.handler.handle(envelope)
                            // It ended before it answered.
                            if life.value !== process { throw Lost() }
                            try await clock.sleep(for: .milliseconds(chance(5)))
                            if chance(4) == 0 { throw Lost() }
                            return reply
                        }
                        return true
                    } catch is CommandRefusal {
                        return false
                    }
                }
            }
            for _ in 0..<chance(4) {
                try await clock.sleep(for: .milliseconds(5 + chance(12)))
                let old = life.value
                _ = try? await old.source.transaction { draft in
                    try draft.move(from: chance(4), to: chance(4))
                    try database.write(Array(draft.snapshot), in: old.source.hub.version.epoch)
                }
                if chance(2) == 0 { continue }
                // The next process begins with what the last one has written.
                let next = try await Life(of: database, executor)
                life.change { $0 = next }
                old.feed.shutDown()
            }
            if chance(3) > 0 {
                for send in sends { _ = try await send.value }
                try await clock.sleep(for: .seconds(100))
                var faults = check(replicas, life.value, await pending(replicas), "settled")
                if faults.isEmpty { faults = try await end(life.value, sends, runners, replicas, database) }
                _ = await feeds.result
                return faults
            }
            let faults = try await end(life.value, sends, runners, replicas, database)
            _ = await feeds.result
            return faults
        }
        if !faults.isEmpty { Issue.record("seed \(seed): \(faults)") }
    }

    /// Finishes the source, while commands may be on their way.
    private static func end(
        _ life: Life, _ sends: [Task<Bool?, any Error>], _ runners: [Task<Void, any Error>],
        _ replicas: [Replica<List>], _ database: Database
    ) async throws -> [String] {
        await life.source.finish()
        var made = 0
        for send in sends { if try await send.value == true { made += 1 } }
        for runner in runners { try await runner.value }
        var faults = check(replicas, life, await pending(replicas), "finished")
        if made != database.made { faults.append("\(made) answers for \(database.made) edits") }
        let weight = life.source.snapshot.reduce(0) { $0 + $1.weight }
        if weight != Double(made) { faults.append("\(weight) edits in the source, \(made) were answered") }
        return faults
    }

    private static func pending(_ replicas: [Replica<List>]) async -> [Int] {
        var counts: [Int] = []
        for replica in replicas { counts.append(await replica.pendingCommands) }
        return counts
    }

    private static func check(_ replicas: [Replica<List>], _ life: Life, _ pending: [Int], _ when: String) -> [String] {
        let state = life.source.snapshot
        var faults = replicas.filter { $0.snapshot != state }.map { "\(when): \($0.snapshot) is not \(state)" }
        if pending != [0, 0, 0] { faults.append("\(when): pending \(pending)") }
        return faults
    }
}
