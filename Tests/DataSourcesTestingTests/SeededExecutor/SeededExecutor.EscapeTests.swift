import DataSourcesTesting
import Dispatch
import TestKit
import Testing

/// These need real threads: that is where things escape to.
///
/// The patience is long, since the executor waits no longer than until something comes back. Each run has a thread of its
/// own: on those of the default executor the runs would keep from running what they wait for.
@Suite(.timeLimit(.minutes(5)))
struct `Escapes` {
    typealias Way = SeededExecutor.Sighting.Way

    @Test func `sleeping in real time is seen when the sleeper wakes`() async throws {
        let escape = try await Self.escape { _ in
            try await Task.sleep(for: .milliseconds(100))  // by the real clock
        }
        #expect(escape.sightings.map(\.way) == [.defaultExecutor])
        #expect("\(escape)".contains("`Task.sleep` without the virtual clock"))
        #expect(
            try await Self.ways { _ in try await ContinuousClock().sleep(for: .milliseconds(100)) } == [
                .defaultExecutor
            ])
        #expect(
            try await Self.ways { _ in try await SuspendingClock().sleep(for: .milliseconds(100)) } == [
                .defaultExecutor
            ])
    }

    @Test func `a yield in a task that runs in place`() async throws {
        // A yield asks the thread for its executor, which is not known where a task runs in place.
        #expect(try await Self.ways { _ in await Task.immediate { await Task.yield() }.value } == [.defaultExecutor])
    }

    @Test func `a call of the main actor is seen when it is made`() async throws {
        let escape = try await Self.escape { _ in await onMainActor() }
        #expect(escape.sightings.map(\.way) == [.mainActor])
        #expect("\(escape)".contains("mark the test `@MainActor`"))
        #expect("\(escape)".contains("a task called, or was woken by, the main actor"))
    }

    @Test func `an actor with its own executor is seen when it lets go, with the name of its queue`() async throws {
        let actor = ElsewhereActor()
        #expect(try await Self.ways { _ in await actor.work() } == [.dispatchQueue("elsewhere")])
    }

    @Test func `a callback from a dispatch queue is seen, with the name of the queue`() async throws {
        let ways = try await Self.ways { _ in
            await withCheckedContinuation { done in
                // Not before the task is suspended: else it goes on where it is, and nothing has escaped.
                DispatchQueue(label: "callbacks").asyncAfter(deadline: .now() + .milliseconds(100)) { done.resume() }
            }
        }
        #expect(ways == [.dispatchQueue("callbacks")])
    }

    @Test func `another executor preference is seen when it ends`() async throws {
        let ways = try await Self.ways { _ in
            // A wait that ends without the run and its clock.
            await withTaskExecutorPreference(globalConcurrentExecutor) { await Task.yield() }
        }
        #expect(ways == [.defaultExecutor])
    }

    @Test func `a task that is started from another thread is seen`() async throws {
        let ways = try await Self.ways { executor in
            await withCheckedContinuation { done in
                DispatchQueue(label: "starter").async { executor.start { done.resume() } }
            }
        }
        #expect(ways == [.dispatchQueue("starter")])
    }

    @Test func `one after a run of another executor within it, and one within that`() async throws {
        let escape = try await Self.escape { _ in
            #expect(throws: SeededExecutor.Escape.self) {
                try SeededExecutor.run(seed: 2) { _ in await onMainActor() }
            }
            await onMainActor()
        }
        #expect(escape.sightings.map(\.way) == [.mainActor])
    }

    @Test func `what the body throws is told too`() async throws {
        struct Broken: Error {}
        let escape = try await Self.escape { executor in
            executor.start { await onMainActor() }
            await executor.settle()
            throw Broken()
        }
        #expect(escape.bodyError is Broken)
        #expect("\(escape)".contains("The body threw: Broken()"))
    }

    @Test func `of very many only the first are listed`() async throws {
        let escape = try await Self.escape { executor in
            for _ in 0..<50 { executor.start { await onMainActor() } }
            await executor.settle()
        }
        #expect(escape.count >= 50)
        #expect(escape.sightings.count == 10)
        #expect("\(escape)".contains("and \(escape.count - 10) more"))
    }

    @Test func `where they are allowed the run waits for what comes back, and goes on`() async throws {
        let sum = try await Self.run(escapes: .allowed) { _ in
            try await Task.sleep(for: .milliseconds(100))  // by the real clock
            let actor = ElsewhereActor()
            await actor.work()
            await onMainActor()
            return await Task { 1 }.value + Task.detached { 2 }.value
        }
        #expect(sum == 3)
    }

    @Test func `where nothing comes back it is a deadlock`() async throws {
        let gate = Gate()
        #expect(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, patience: .milliseconds(1)) { _ in await gate.pass() }
        }
        #expect(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, escapes: .allowed, patience: .milliseconds(1)) { _ in await gate.pass() }
        }
    }

    // MARK: Helpers

    private static func run<Value: Sendable>(
        escapes: SeededExecutor.EscapePolicy,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { done in
            DispatchQueue(label: "run").async {
                done.resume(
                    with: Result { try SeededExecutor.run(seed: 1, escapes: escapes, patience: .seconds(50), body) }
                )
            }
        }
    }

    private static func escape(
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) async throws -> SeededExecutor.Escape {
        try await #require(throws: SeededExecutor.Escape.self) {
            try await run(escapes: .forbidden, body)
        }
    }

    private static func ways(_ body: @escaping @Sendable (SeededExecutor) async throws -> Void) async throws -> [Way] {
        try await escape(body).sightings.map(\.way)
    }
}

@MainActor private var visits = 0

@MainActor private func onMainActor() {
    visits += 1
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
