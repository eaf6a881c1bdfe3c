import DataSourcesTesting
import Dispatch
import Testing

/// These need real threads: that is where things escape to.
///
/// The patience is long, since the executor waits no longer than until something comes back.
@Suite(.timeLimit(.minutes(1)))
struct `Escapes` {
    typealias Way = SeededExecutor.Sighting.Way

    @Test func `an unstructured task is seen when it is made, with who made it`() throws {
        let escape = try Self.escape { executor in
            executor.start(name: "careless") { Task {} }
            await executor.settle()
        }
        #expect(escape.sightings.map(\.way) == [.startedTask])
        #expect(escape.sightings.first?.task == "careless")
        #expect(escape.sightings.first?.step ?? 0 > 0)
        #expect("\(escape)".contains("in the task \"careless\": a task was made for the default executor (`Task {}`"))
        #expect("\(escape)".contains("SeededExecutor.run(seed: 1)"))
    }

    @Test func `nobody needs to wait for it`() throws {
        #expect(try Self.escape { _ in Task {} }.sightings.map(\.way) == [.startedTask])
        #expect(try Self.escape { _ in Task.detached {} }.sightings.map(\.way) == [.startedTask])
        #expect(try Self.escape { _ in Task(priority: .high) {} }.count == 1)
    }

    @Test func `a body that waits for it does not get stuck`() throws {
        #expect(try Self.escape { _ in await Task {}.value }.sightings.first?.way == .startedTask)
        #expect(try Self.escape { _ in await Task.detached {}.value }.sightings.first?.way == .startedTask)
    }

    @Test func `one that an actor starts in itself`() throws {
        #expect(try Self.escape { _ in await Careless().workLater() }.count > 0)
    }

    @Test func `sleeping in real time is seen when the sleeper wakes`() throws {
        let escape = try Self.escape { _ in
            try await Task.sleep(for: .milliseconds(1))  // by the real clock
        }
        #expect(escape.sightings.map(\.way) == [.defaultExecutor])
        #expect("\(escape)".contains("`Task.sleep` without the virtual clock"))
        #expect(try Self.ways { _ in try await ContinuousClock().sleep(for: .milliseconds(1)) } == [.defaultExecutor])
        #expect(try Self.ways { _ in try await SuspendingClock().sleep(for: .milliseconds(1)) } == [.defaultExecutor])
    }

    @Test func `a task that runs in place until it waits`() throws {
        #expect(try Self.ways { _ in await Task.immediate { await Task.yield() }.value } == [.defaultExecutor])
    }

    @Test func `the main actor is seen when it lets go`() throws {
        let escape = try Self.escape { _ in await onMainActor() }
        #expect(escape.sightings.map(\.way) == [.mainActor])
        #expect("\(escape)".contains("came back from the main actor"))
    }

    @Test func `an actor with its own executor is seen when it lets go, with the name of its queue`() throws {
        let actor = ElsewhereActor()
        #expect(try Self.ways { _ in await actor.work() } == [.dispatchQueue("elsewhere")])
    }

    @Test func `a callback from a dispatch queue is seen, with the name of the queue`() throws {
        let ways = try Self.ways { _ in
            await withCheckedContinuation { done in
                DispatchQueue(label: "callbacks").async { done.resume() }
            }
        }
        #expect(ways == [.dispatchQueue("callbacks")])
    }

    @Test func `another executor preference is seen when it ends`() throws {
        let ways = try Self.ways { _ in
            await withTaskExecutorPreference(globalConcurrentExecutor) { await Task.yield() }
        }
        #expect(ways == [.defaultExecutor])
    }

    @Test func `a task that is started from another thread is seen`() throws {
        let ways = try Self.ways { executor in
            await withCheckedContinuation { done in
                DispatchQueue(label: "starter").async { executor.start { done.resume() } }
            }
        }
        #expect(ways == [.dispatchQueue("starter")])
    }

    @Test func `what the body throws is told too`() throws {
        struct Broken: Error {}
        let escape = try Self.escape { _ in
            Task {}
            throw Broken()
        }
        #expect(escape.bodyError is Broken)
        #expect("\(escape)".contains("The body threw: Broken()"))
    }

    @Test func `of very many only the first are listed`() throws {
        let escape = try Self.escape { _ in for _ in 0..<50 { Task {} } }
        #expect(escape.count == 50)
        #expect(escape.sightings.count == 10)
        #expect("\(escape)".contains("and 40 more"))
    }

    @Test func `where they are allowed the run waits for what comes back, and goes on`() throws {
        let sum = try SeededExecutor.run(seed: 1, escapes: .allowed, patience: .seconds(50)) { _ in
            try await Task.sleep(for: .milliseconds(1))  // by the real clock
            let actor = ElsewhereActor()
            await actor.work()
            await onMainActor()
            return await Task { 1 }.value + Task.detached { 2 }.value
        }
        #expect(sum == 3)
    }

    @Test func `where nothing comes back it is a deadlock`() throws {
        let gate = Gate()
        #expect(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, patience: .milliseconds(1)) { _ in await gate.pass() }
        }
        #expect(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, escapes: .allowed, patience: .milliseconds(1)) { _ in await gate.pass() }
        }
    }

    // MARK: Helpers

    private static func escape(
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) throws -> SeededExecutor.Escape {
        try #require(throws: SeededExecutor.Escape.self) {
            try SeededExecutor.run(seed: 1, patience: .seconds(50), body)
        }
    }

    private static func ways(_ body: @escaping @Sendable (SeededExecutor) async throws -> Void) throws -> [Way] {
        try escape(body).sightings.map(\.way)
    }
}

@MainActor private var visits = 0

@MainActor private func onMainActor() {
    visits += 1
}

private actor Careless {
    private var work = 0

    func workLater() {
        Task { work += 1 }
    }
}

private actor ElsewhereActor {
    private let executor = QueueExecutor()
    private var visits = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func work() {
        visits += 1
    }
}

private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "elsewhere")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
