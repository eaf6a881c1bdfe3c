#if DATASOURCES_INTERLEAVING
import DataSourcesTesting

/// All orders in which the threads of a scenario can go on, one run after the other: which one is next.
///
/// A run is a way from the root to a leaf. At each decision the threads that can go on are its choices: first the one that
/// has the floor, if it can go on, then the others by number. The tree is gone through depth first; of the way only the
/// decisions are kept that the next runs may make otherwise.
///
/// It knows no thread and no lock.
struct ScheduleTree: Sendable {
    /// Which orders are tried.
    enum Coverage: Sendable, Equatable {
        /// All that differ in more than the order of independent operations.
        ///
        /// Of orders that only differ in that, one is run to its end (sleep sets). It holds for what the threads share
        /// through locks, atomic values and queues of jobs alone. Actors, and references that go away, are not announced.
        case everyOrder
        /// All in which at most so many times a thread that could go on has to wait for another one.
        case preemptions(Int)
    }

    struct Choice: Hashable, Sendable, CustomStringConvertible {
        let thread: Int
        let operation: InterleavedOperation

        var description: String { "thread \(thread) \(operation)" }
    }

    /// A decision on the way of the last run.
    private struct Decision: Sendable {
        let choices: [Choice]
        /// Whether the first choice is the thread that has the floor.
        let isFirstOnTheFloor: Bool
        let preemptionsBefore: Int
        /// Choices that were tried at an earlier decision, and would lead to the same as there.
        let asleep: [Choice]
        var chosen: Int
        /// Choices that have been tried here, all orders that follow from them included.
        var tried: [Int] = []
    }

    private let coverage: Coverage
    private let replayed: [SeededExecutor.Schedule.Deviation]?
    /// Whether a task is cancelled in the scenario: then no operation is without consequences.
    private let hasCancellations: Bool
    private var way: [Decision] = []

    // Of this run.
    private var step = 0
    private var preemptions = 0
    private var asleep: [Choice] = []
    private var deviations: [SeededExecutor.Schedule.Deviation] = []
    /// Whether what is left of the run has been seen in another one.
    private(set) var isRedundant = false
    /// The first decision that had other choices than the last time, if there was one.
    private(set) var divergence: String?

    /// How many runs have begun, and how many of them turned out to be redundant.
    private(set) var runs = 1
    private(set) var redundantRuns = 0

    init(_ coverage: Coverage, hasCancellations: Bool, replaying: SeededExecutor.Schedule? = nil) {
        self.coverage = coverage
        self.hasCancellations = hasCancellations
        replayed = replaying?.deviations
    }

    /// The choices of this run that were not the first.
    var schedule: SeededExecutor.Schedule { SeededExecutor.Schedule(deviations: deviations) }

    /// Chooses the thread that goes on.
    ///
    /// - Parameters:
    ///   - choices: Those that can, at least one; the one that has the floor is the first, if it can.
    ///   - isFirstOnTheFloor: Whether that is so.
    /// - Returns: The place of the choice.
    mutating func choose(among choices: [Choice], isFirstOnTheFloor: Bool) -> Int {
        defer { step += 1 }
        var tried: [Int] = []
        let chosen: Int
        if let replayed {
            chosen = replayed.first { $0.step == step + 1 }.map { min($0.choice, choices.count - 1) } ?? 0
        } else if step < way.count {
            let decision = way[step]
            if decision.choices != choices, divergence == nil {
                divergence = "decision \(step + 1) was among \(decision.choices), and then among \(choices)"
            }
            chosen = min(decision.chosen, choices.count - 1)
            asleep = decision.asleep
            tried = decision.tried
        } else if isRedundant {
            chosen = 0
        } else {
            let awake = choices.indices.filter { !asleep.contains(choices[$0]) }
            if let first = awake.first { chosen = local(awake, choices) ?? first } else { chosen = 0 }
            if awake.isEmpty {
                isRedundant = true
            } else {
                // What only depends on itself need not be put off.
                if choices[chosen].operation.isLocal, isReducing, !hasCancellations {
                    tried = choices.indices.filter { $0 != chosen }
                }
                way.append(
                    Decision(
                        choices: choices,
                        isFirstOnTheFloor: isFirstOnTheFloor,
                        preemptionsBefore: preemptions,
                        asleep: asleep,
                        chosen: chosen,
                        tried: tried
                    )
                )
            }
        }
        if chosen > 0 {
            if isFirstOnTheFloor { preemptions += 1 }
            deviations.append(SeededExecutor.Schedule.Deviation(step: step + 1, choice: chosen))
        }
        if isReducing { fallAsleep(choices, tried, chosen) }
        return chosen
    }

    /// What was tried sleeps on until something is done that it depends on.
    private mutating func fallAsleep(_ choices: [Choice], _ tried: [Int], _ chosen: Int) {
        let operation = choices[chosen].operation
        // A local operation has no others tried before it.
        let others = operation.isLocal && !hasCancellations ? [] : tried.map { choices[$0] }
        asleep = (asleep + others).filter {
            $0.thread != choices[chosen].thread && $0.operation.isIndependent(of: operation)
        }
    }

    private func local(_ awake: [Int], _ choices: [Choice]) -> Int? {
        if !isReducing || hasCancellations { return nil }
        return awake.first { choices[$0].operation.isLocal }
    }

    private var isReducing: Bool { coverage == .everyOrder }

    /// The run is over; `false` when there is no other one.
    mutating func runEnded() -> Bool {
        if isRedundant { redundantRuns += 1 }
        step = 0
        preemptions = 0
        asleep = []
        deviations = []
        isRedundant = false
        if replayed != nil { return false }
        while var decision = way.popLast() {
            decision.tried.append(decision.chosen)
            if let next = decision.choices.indices.first(where: { isOpen($0, decision) }) {
                decision.chosen = next
                way.append(decision)
                runs += 1
                return true
            }
        }
        return false
    }

    private func isOpen(_ choice: Int, _ decision: Decision) -> Bool {
        if decision.tried.contains(choice) || decision.asleep.contains(decision.choices[choice]) { return false }
        guard case .preemptions(let limit) = coverage else { return true }
        return decision.preemptionsBefore + (choice > 0 && decision.isFirstOnTheFloor ? 1 : 0) <= limit
    }
}
#endif
