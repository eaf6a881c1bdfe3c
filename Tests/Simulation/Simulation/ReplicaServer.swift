import DataSources
import DataSourcesTesting
import DataSourcesWire
import Synchronization

/// A server that is restarted: its items outlive it, with the keys of the commands that have made them.
final class ReplicaServer: Sendable {
    typealias Source = ListSource<Tally>

    /// The connection, or the answer, is lost.
    struct Lost: Error {}

    /// What one process of the server has.
    final class Life: Sendable {
        let source: Source
        /// The version that it began with.
        let start: Version
        let feed: Feed<Source>
        let handler: CommandHandler<Source, Void>
        let log: CommandLog?

        init(_ items: [Tally], hasLog: Bool, clock: VirtualClock) throws {
            source = try ListSource(items)
            start = source.hub.version
            log = hasLog ? CommandLog() : nil
            feed = Feed(of: source, log: log, clock: clock)
            handler = CommandHandler(for: source, log: log)
        }
    }

    private struct State {
        var random: SeededGenerator
        var life: Life?
        /// What ends with the process.
        var tasks: [Task<Void, any Error>] = []
        var lines: [LossyTransport<[UInt8]>] = []
        /// Whatever the source has committed, in all lives.
        var committed: Set<[Tally]> = []
        /// How often the command of each key was applied.
        var applied: [String: Int] = [:]
        var isCalm = false
        var hasFinished = false
        var faults: [String] = []
    }

    let plan: ReplicaPlan
    let executor: SeededExecutor
    /// Guards everything; nothing is awaited under it.
    private let state: Mutex<State>

    init(_ plan: ReplicaPlan, _ executor: SeededExecutor) {
        (self.plan, self.executor) = (plan, executor)
        state = Mutex(State(random: SeededGenerator(seed: plan.seed ^ 0x5EED_5EED)))
    }

    var life: Life? { state.withLock { $0.life } }
    var isCalm: Bool { state.withLock { $0.isCalm } }
    var hasFinished: Bool { state.withLock { $0.hasFinished } }
    var faults: [String] { state.withLock { $0.faults } }

    func fault(_ text: String) { state.withLock { $0.faults.append(text) } }
    func below(_ bound: Int) -> Int { state.withLock { $0.random.below(bound) } }
    func timesApplied(_ key: String) -> Int { state.withLock { $0.applied[key] ?? 0 } }
    func hasCommitted(_ items: [Tally]) -> Bool { state.withLock { $0.committed.contains(items) } }

    // MARK: Lives

    /// Starts with these items.
    func start(_ items: [Tally]) async throws {
        let life = try Life(items, hasLog: plan.hasLog, clock: executor.clock)
        await life.handler.register(Mark.self, isAllowed: { command, _ in !command.isForbidden }) {
            [unowned self, unowned life] command, envelope, _ in
            let key = envelope.key
            // Only what is kept with the items knows keys of earlier lives: the first state of this life has them. With
            // a later version the edit would be shown twice until that state arrives.
            if plan.restarts > 0, timesApplied(key) > 0 { return life.start }
            return try await life.source.transaction { list in
                if self.life !== life { throw CommandRefusal(.unavailable, "the process has ended") }
                try command.apply(to: &list)
                life.log?.commandWillCommit(key, after: life.source.hub.version)
                let items = Array(list.snapshot)
                state.withLock { state in
                    state.applied[key, default: 0] += 1
                    state.committed.insert(items)
                }
            }
        }
        state.withLock { state in
            state.life = life
            state.committed.insert(items)
        }
        if plan.runsFeed {
            keep(
                executor.start(name: "feed") { [executor] in
                    await life.feed.run(every: .milliseconds(3), heartbeat: .seconds(2), clock: executor.clock)
                })
        }
    }

    private func keep(_ task: Task<Void, any Error>) { state.withLock { $0.tasks.append(task) } }

    /// Ends the process, and returns what is left of it.
    private func die() -> [Tally] {
        let (life, tasks, lines) = state.withLock { state in
            defer { (state.life, state.tasks, state.lines) = (nil, [], []) }
            return (state.life, state.tasks, state.lines)
        }
        for task in tasks { task.cancel() }
        for line in lines { line.cut() }
        return life.map { Array($0.source.snapshot) } ?? []
    }

    func restart() async throws {
        if life == nil || hasFinished { return }
        let items = die()
        try await executor.clock.sleep(for: .milliseconds(below(6)))
        try await start(items)
    }

    /// Nothing is lost from now on.
    ///
    /// What was lost before is noticed.
    func calm() {
        let lines = state.withLock { state in
            state.isCalm = true
            return state.lines
        }
        for line in lines { line.cut() }
    }

    func finish() async {
        guard let life else { return }
        state.withLock { $0.hasFinished = true }
        await life.source.finish()
    }

    /// Ends the process and all that it has begun: what is left waiting when a run ends is never released.
    func end() async {
        let tasks = state.withLock { $0.tasks }
        _ = die()
        for task in tasks { _ = await task.result }
    }

    // MARK: What others do

    /// One transaction, part of which may cancel out the effect of a command.
    func edit() async throws {
        guard let life else { return }
        let (kind, id, place) = (below(5), below(plan.items), below(100))
        _ = try? await life.source.transaction { list in
            if self.life !== life { throw Lost() }
            switch kind {
            case 0: try list.insert(Tally(id: 1_000 + place), at: place % (list.count + 1))
            case 1: list.removeAll { $0.id == 1_000 + place }
            case 2: try list.move(from: id % list.count, to: place % list.count)
            case 3: try list.update(id: id) { if !$0.marks.isEmpty { $0.marks.removeLast() } }
            default: if place == 0 { list.removeAll { $0.id == id } }
            }
            let items = Array(list.snapshot)
            state.withLock { _ = $0.committed.insert(items) }
        }
    }

    // MARK: Lines

    /// Opens a connection, which may be a short one.
    func connect(_ position: FeedPosition?) throws -> LossyTransport<[UInt8]> {
        guard let life else { throw Lost() }
        let isCalm = isCalm
        // Without heartbeats nobody notices that the last frame was lost.
        let faults =
            isCalm
            ? TransportFaults.none
            : TransportFaults(
                drop: plan.runsFeed ? 0.03 : 0, duplicate: 0.01, delay: .zero ... .milliseconds(plan.delay))
        let line = LossyTransport<[UInt8]>(seed: UInt64(below(1 << 30)), faults: faults, clock: executor.clock)
        let serving = executor.start(name: "server") {
            for try await frame in life.feed.frames(since: position) { line.send(frame.bytes) }
            line.finish()
        }
        keep(serving)
        state.withLock { $0.lines.append(line) }
        if !isCalm, plan.shortConnections {
            keep(
                executor.start(name: "cut") { [executor, time = below(40)] in
                    try await executor.clock.sleep(for: .milliseconds(time))
                    serving.cancel()
                    line.cut()
                })
        }
        return line
    }

    /// Carries a command, or loses it or its answer.
    func carry(_ envelope: CommandEnvelope) async throws -> CommandReply {
        try await pass()
        guard let life else { throw Lost() }
        let reply = await life.handler.handle(envelope)
        // The process has ended before it could answer. The next one may answer while the replica has old states.
        if self.life !== life { throw Lost() }
        try await pass()
        return reply
    }

    private func pass() async throws {
        try await executor.clock.sleep(for: .milliseconds(below(plan.delay + 1)))
        if !isCalm, below(4) == 0 { throw Lost() }
    }
}
