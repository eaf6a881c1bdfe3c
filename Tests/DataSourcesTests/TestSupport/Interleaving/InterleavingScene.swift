#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import Foundation

/// Prepares a scenario: makes sources and subscriptions, and tells the scene which tasks there are.
///
/// It may await.
/// It begins anew for each order. The tasks share nothing but what the core announces, and a result each.
typealias InterleavingScenario = @Sendable (InterleavingScene) async throws -> InterleavingCheck

/// Looks whether what came of a run is right; throws if not.
typealias InterleavingCheck = @Sendable () async throws -> Void

/// A scenario to be run in all orders.
struct InterleavingScene: Sendable {
    let interleaver: Interleaver

    /// A task that can be cancelled.
    struct Participant: Sendable {
        fileprivate let interleaver: Interleaver
        fileprivate let number: Int

        /// Cancels the task; only from another task of the scenario.
        func cancel() { interleaver.cancel(number) }
    }

    /// Adds a task.
    ///
    /// It begins when the scenario is ready, and has to come to an end: else a wake-up has been lost.
    ///
    /// - Parameters:
    ///   - name: What reports call it.
    ///   - other: A task with whose thread it shares; one of its own by default.
    ///   - body: What it does.
    /// - Returns: What cancels it.
    @discardableResult
    func task(
        _ name: String,
        sharingThreadWith other: Participant? = nil,
        _ body: @escaping @Sendable () async -> Void
    ) -> Participant {
        let number = interleaver.participantStarted(name, sharingThreadWith: other?.number, body)
        return Participant(interleaver: interleaver, number: number)
    }
}

/// What is wrong with a run.
struct BrokenLaw: Error, CustomStringConvertible {
    let description: String
}

/// Throws if a law does not hold; in place of `#expect`, whose failure would not say in which order.
func hold(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw BrokenLaw(description: what()) }
}

/// Runs a scenario in all orders that `coverage` names, and throws with the first that fails.
///
/// Each task has a thread of its own, and one thread at a time goes on, up to its next operation on what threads share:
/// see ``Interleaving``. A run fails when its check throws, when a task does not come to an end although nobody can go on,
/// and when it takes no end. Of a failure it looks for an order with as few preemptions as there can be.
///
/// - Parameters:
///   - coverage: Which orders.
///   - schedule: An order that failed, to see it again; then only that one is run.
///   - limit: How many runs there may be: more are a failure, since tests take seconds and not minutes.
///   - name: The test. If the environment variable `DATASOURCES_ORDERS` is set, the number of orders is printed with it.
///   - scenario: Prepares the tasks, and says how to check what came of them.
/// - Returns: How many orders there were.
/// - Throws: ``FailedInterleaving``, with the first that fails.
@discardableResult
func explore(
    _ coverage: ScheduleTree.Coverage,
    replaying schedule: SeededExecutor.Schedule? = nil,
    atMost limit: Int = 20_000,
    name: String = #function,
    _ scenario: @escaping InterleavingScenario
) async throws -> Int {
    // On a thread of its own: those of the pool are for others.
    try await withCheckedThrowingContinuation { continuation in
        Thread {
            let exploration = Exploration(limit: limit, scenario: scenario)
            let outcome = Result { try exploration.run(coverage, schedule) }
            if let count = try? outcome.get(), ProcessInfo.processInfo.environment["DATASOURCES_ORDERS"] != nil {
                print("\(name): \(count) orders, \(coverage)")
            }
            continuation.resume(with: outcome)
        }.start()
    }
}

private struct Exploration: Sendable {
    let limit: Int
    let scenario: InterleavingScenario

    func run(_ coverage: ScheduleTree.Coverage, _ schedule: SeededExecutor.Schedule?) throws -> Int {
        // A rehearsal: on whether there are cancellations depends what has to be tried; what is made only once is made.
        let (rehearsal, hasCancellations) = search(.preemptions(0), false, .firstInFirstOut)
        if let failure = rehearsal.failure, schedule == nil { throw failure }
        let (found, _) = search(coverage, hasCancellations, schedule)
        guard var failure = found.failure else { return found.runs }
        if schedule == nil, !failure.isTooLong {
            var bound = 0
            if case .preemptions(let limit) = coverage { bound = limit } else { bound = 4 }
            for fewer in 0..<bound {
                let simpler = search(.preemptions(fewer), hasCancellations, nil).0.failure
                if let simpler, !simpler.isTooLong {
                    failure = simpler
                    break
                }
            }
        }
        throw failure
    }

    private func search(
        _ coverage: ScheduleTree.Coverage,
        _ hasCancellations: Bool,
        _ schedule: SeededExecutor.Schedule?
    ) -> ((runs: Int, failure: FailedInterleaving?), hasCancelled: Bool) {
        let tree = ScheduleTree(coverage, hasCancellations: hasCancellations, replaying: schedule)
        let interleaver = Interleaver(tree: tree, hasCancellations: hasCancellations)
        var runs = 0
        do {
            var isOver = false
            while !isOver {
                runs += 1
                if runs > limit {
                    let failure = FailedInterleaving(run: runs, schedule: .firstInFirstOut, failure: nil, story: [])
                    return ((runs, failure), interleaver.hasCancelled)
                }
                isOver = try !interleaver.run(scenario)
            }
        } catch {
            let failure = FailedInterleaving(
                run: runs,
                schedule: interleaver.tree.schedule,
                failure: error,
                story: interleaver.story
            )
            return ((runs, failure), interleaver.hasCancelled)
        }
        interleaver.stop()
        return ((runs - interleaver.tree.redundantRuns, nil), interleaver.hasCancelled)
    }
}

/// The report of an order that fails, which says how to see it again.
struct FailedInterleaving: Error, CustomStringConvertible {
    let run: Int
    let schedule: SeededExecutor.Schedule
    let failure: Interleaver.Failure?
    let story: [String]

    var isTooLong: Bool { failure == nil }

    var description: String {
        let what =
            switch failure {
            case .law(let law): law
            case .deadlock(let waits):
                "Nobody can go on, and these have not come to an end:\n" + waits.joined(separator: "\n")
            case .endless: "It takes no end."
            case .stuck:
                "A thread blocks where there is no seam: on a lock of the runtime, or one that is not the core's."
            case .escaped: "A task has run on another executor."
            case .isNotDeterministic(let difference): "It depends on more than the order: \(difference)."
            case nil: "More than \(run - 1) runs: give it a lower bound."
            }
        if failure == nil { return what }
        let steps = story.enumerated().map { "\($0.offset + 1). \($0.element)" }.suffix(400)
        return """
            \(what)
            In run \(run). To see it again: explore(..., replaying: "\(schedule)")
            The operations, in their order:
            \(steps.joined(separator: "\n"))
            """
    }
}
#endif
