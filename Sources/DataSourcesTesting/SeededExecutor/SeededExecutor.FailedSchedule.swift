extension SeededExecutor {
    /// The report of an exploration in which a seed fails, with the shortest order found that fails in the same way.
    ///
    /// Its description ends with the call that runs that order again.
    public struct FailedSchedule: Error, Sendable {
        /// The first seed that failed.
        public let seed: UInt64

        /// The number of seeds tried, including this one.
        public let seedsTried: Int

        /// The failure with the seed: the error, or the recorded issues.
        public let failure: String

        /// The order that the seed chose.
        public let original: Schedule

        /// The number of jobs run with the seed.
        public let originalSteps: Int

        /// Whether the same order failed in the same way once more.
        ///
        /// If not, the scenario depends on something besides the order, and nothing was shrunk.
        public let isReproducible: Bool

        /// The order found with the fewest deviations from first-in first-out that fails in the same way.
        public let schedule: Schedule

        /// The steps of that order that ran another job than the oldest, with the names of the tasks.
        ///
        /// Empty if nothing was shrunk.
        public let overtakings: [Overtaking]

        /// The number of jobs run in that order.
        public let steps: Int

        /// The failure in that order.
        public let shrunkFailure: String

        /// The number of orders tried to find it.
        public let reruns: Int

        /// Whether all orders with fewer deviations were tried and do not fail in this way.
        public let isMinimal: Bool

        /// Whether an expectation in the scenario failed.
        let isExpectation: Bool

        /// What was said to the runs.
        let escapes: EscapePolicy
        let patience: Duration

        /// The file of the exploration, as `#fileID`.
        public let fileID: String

        /// The line of the exploration.
        public let line: Int
    }
}

extension SeededExecutor.FailedSchedule: CustomStringConvertible {
    /// What failed, how it was shrunk, and the line that runs it again.
    public var description: String {
        let (aim, order) = rerun
        let setup = SeededExecutor.Setup(order: order, escapes: escapes, patience: patience)
        return "\(story)\n\(aim): \(setup.call)"
    }

    /// What failed and how it was shrunk.
    var story: String {
        """
        Exploration at \(fileID):\(line): seed \(seed) fails, as number \(seedsTried) that was tried, \
        after \(originalSteps) steps:
        \(failure)
        \(conclusion)
        """
    }

    /// The one order to run again, and to what end.
    private var rerun: (aim: String, order: SeededExecutor.Order) {
        if !isReproducible { return ("To try again", .seed(seed)) }
        return ("To see it again", reruns == 0 ? .seed(seed) : .schedule(schedule))
    }

    /// A line for each of the first steps that ran another job than the oldest.
    private var exceptions: String {
        let lines = overtakings.prefix(20).map { "\n- \($0)" }
        let more = overtakings.count > 20 ? ["\n- and \(overtakings.count - 20) more"] : []
        return (lines + more).joined()
    }

    private var conclusion: String {
        if !isReproducible {
            return """
                The same order did not fail in the same way once more: the scenario depends on something else than the \
                order, for example on real time, on the order of a Set, on what escapes from the run, or on what runs \
                before left behind.
                """
        }
        if reruns == 0 { return "It was not shrunk." }
        let rest = isMinimal ? "none with fewer fails in this way" : "there may be a shorter one"
        let also = shrunkFailure == failure ? "" : " It fails so:\n\(shrunkFailure)"
        return """
            Shrunk from \(original.deviations.count) deviations from first-in first-out in \(originalSteps) steps to \
            \(schedule.deviations.count) in \(steps) with \(reruns) reruns; \(rest).\(also)\(exceptions)
            """
    }
}
