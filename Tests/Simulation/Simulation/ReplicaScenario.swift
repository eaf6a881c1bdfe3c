import DataSources
import DataSourcesTesting
import DataSourcesWire
import Synchronization

/// What is made up from a seed.
struct ReplicaPlan: Sendable {
    let seed: UInt64
    let hasLog: Bool
    let runsFeed: Bool
    let restarts: Int
    let shortConnections: Bool
    /// Whether the source finishes while commands are on their way.
    let finishesMidway: Bool
    let commands: Int
    let edits: Int
    /// The longest time in milliseconds that a frame, a command or an answer takes.
    let delay: Int
    let items = 4

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        hasLog = !random.oneIn(3)
        runsFeed = random.oneIn(2)
        restarts = random.oneIn(2) ? 1 + random.below(3) : 0
        shortConnections = random.oneIn(2)
        finishesMidway = random.oneIn(3)
        commands = 1 + random.below(10)
        edits = random.below(12)
        delay = [0, 2, 10, 40][random.below(4)]
    }
}

/// Law 17: three replicas of one source, whose commands, answers and connections are lost, and whose server is restarted
/// or finishes meanwhile, end equal to the source and with nothing pending.
public enum ReplicaScenario {
    /// Runs the scenario of a seed; returns how many jobs it had.
    ///
    /// - Throws: ``Scenario/Broken`` if the law does not hold; the executor's errors if a task waits without end.
    @discardableResult
    public static func run(seed: UInt64) throws -> Int {
        let (executor, plan) = (SeededExecutor(seed: seed), ReplicaPlan(seed: seed))
        let faults = try executor.run { executor in
            let server = ReplicaServer(plan, executor)
            try await play(server, (0..<3).map { _ in Replica<ListSnapshot<Tally>>() })
            return server.faults
        }
        if let first = faults.first {
            let others = faults.dropFirst().map { "\nand \($0)" }.joined()
            throw Scenario.Broken(description: "seed \(seed): law 17: \(first) (\(plan))\(others)")
        }
        return executor.steps
    }

    /// Runs the scenario twice, and throws if it does not repeat: such a seed would explain no failure.
    public static func runTwice(seed: UInt64) throws -> Int {
        let (jobs, again) = (try run(seed: seed), try run(seed: seed))
        guard jobs == again else {
            throw Scenario.Broken(description: "seed \(seed) does not repeat: \(jobs) jobs, and then \(again)")
        }
        return jobs
    }

    private static func play(_ server: ReplicaServer, _ replicas: [Replica<ListSnapshot<Tally>>]) async throws {
        let (executor, plan) = (server.executor, server.plan)
        try await server.start((0..<plan.items).map { Tally(id: $0) })
        let runners = replicas.map { replica in
            executor.start(name: "replica") {
                try await replica.run(as: .json, backoff: backoff, clock: executor.clock) { try server.connect($0) }
            }
        }
        let watchers = replicas.map { replica in
            executor.start(name: "watcher") {
                for await _ in replica.subscribe() { await check(replica, server) }
            }
        }
        let commands = (0..<plan.commands).map { number in
            executor.start(name: "command \(number)") { try await send(number, from: replicas[number % 3], server) }
        }
        let others = executor.start(name: "others") {
            for _ in 0..<plan.edits {
                try await executor.clock.sleep(for: .milliseconds(server.below(12)))
                try await server.edit()
            }
        }
        for _ in 0..<plan.restarts {
            try await executor.clock.sleep(for: .milliseconds(server.below(40)))
            try await server.restart()
        }
        if plan.finishesMidway {
            try await executor.clock.sleep(for: .milliseconds(server.below(40)))
            await server.finish()
        }
        try await executor.clock.sleep(for: .milliseconds(60))
        server.calm()
        try await others.value
        for command in commands { try await command.value }
        try await executor.clock.sleep(for: .seconds(20))
        await compare(replicas, server, "in the end")
        if !plan.finishesMidway {
            await server.finish()
            try await executor.clock.sleep(for: .seconds(20))
            await compare(replicas, server, "after the source has finished")
        }
        await server.end()
        for runner in runners {
            runner.cancel()
            do { try await runner.value } catch { server.fault("a replica that has its source's end still runs") }
        }
        for watcher in watchers { await watcher.value }
    }

    private static var backoff: Backoff { Backoff(initial: .milliseconds(2), maximum: .milliseconds(500)) }

    // MARK: Commands

    /// Sends a command; in some runs its task is cancelled.
    private static func send(
        _ number: Int, from replica: Replica<ListSnapshot<Tally>>, _ server: ReplicaServer
    ) async throws {
        let executor = server.executor
        try await executor.clock.sleep(for: .milliseconds(server.below(50)))
        // The last item does not exist.
        let command = Mark(
            number: number, id: server.below(server.plan.items + 1), isForbidden: server.below(5) == 0)
        let key = "command \(number)"
        let sending = executor.start(name: key) {
            try await replica.send(command, key: key, backoff: backoff, clock: executor.clock) {
                try await server.carry($0)
            }
        }
        if server.below(8) == 0 {
            try await executor.clock.sleep(for: .milliseconds(server.below(30)))
            sending.cancel()
        }
        do {
            _ = try await sending.value
            if server.timesApplied(key) != 1 {
                server.fault("\(key) is told to be applied, and was \(server.timesApplied(key)) times")
            }
        } catch let refusal as CommandRefusal {
            if server.timesApplied(key) != 0 { server.fault("\(key) was applied, and is told to be \(refusal)") }
            let marks = replica.snapshot.flatMap(\.marks)
            if marks.contains(number) { server.fault("\(key) was refused (\(refusal)), and is shown") }
        } catch is CancellationError {
            if server.timesApplied(key) > 1 { server.fault("\(key) was applied twice") }
        }
    }

    // MARK: Checks

    /// What holds at any time.
    private static func check(_ replica: Replica<ListSnapshot<Tally>>, _ server: ReplicaServer) async {
        let shown = Array(replica.snapshot)
        // Without a log, a frame with the effect can arrive before the answer that says so.
        for tally in shown where server.plan.hasLog {
            if let number = tally.repeated { server.fault("command \(number) is shown twice: \(shown)") }
        }
        let confirmed = Array(await replica.confirmed)
        if !confirmed.isEmpty, !server.hasCommitted(confirmed) {
            server.fault("the source has never been \(confirmed)")
        }
    }

    /// What holds when nothing is on its way.
    private static func compare(
        _ replicas: [Replica<ListSnapshot<Tally>>], _ server: ReplicaServer, _ time: String
    ) async {
        guard let source = server.life?.source.snapshot else { return server.fault("there is no server \(time)") }
        for (number, replica) in replicas.enumerated() {
            let pending = await replica.pendingCommands
            // Only heartbeats tell of a command whose effect others have cancelled out.
            if pending != 0, server.plan.runsFeed || server.hasFinished {
                server.fault("replica \(number) has \(pending) pending commands \(time)")
            }
            if pending == 0 || server.plan.runsFeed || server.hasFinished, replica.snapshot != source {
                server.fault("replica \(number) shows \(Array(replica.snapshot)), the source \(Array(source)) \(time)")
            }
        }
    }
}
