extension SeededExecutor {
    /// The report of an exploration that a seed fails, with the shortest order that was found to fail in the same way.
    ///
    /// Its description ends with the line that runs that order again.
    public struct FailedSchedule: Error, Sendable {
        /// The first seed that failed.
        public let seed: UInt64

        /// How many seeds were tried, with this one.
        public let seedsTried: Int

        /// What went wrong with the seed: the error, or the issues that were recorded.
        public let failure: String

        /// The order that the seed chose.
        public let original: Schedule

        /// How many jobs ran with the seed.
        public let originalSteps: Int

        /// Whether the same order failed in the same way once more.
        ///
        /// If it did not, the scenario depends on something else than the order, and nothing was shrunk.
        public let isReproducible: Bool

        /// The order with the fewest deviations from first-in first-out that was found to fail in the same way.
        public let schedule: Schedule

        /// How many jobs ran in that order.
        public let steps: Int

        /// What went wrong in that order.
        public let shrunkFailure: String

        /// How many orders were tried to find it.
        public let reruns: Int

        /// Whether all orders with fewer deviations were tried, and do not fail in this way.
        public let isMinimal: Bool

        /// What was said to the runs.
        let escapes: EscapePolicy
        let patience: Duration

        /// The file in which the exploration is, as `#fileID`.
        public let fileID: String

        /// The line in which the exploration is.
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
            \(schedule.deviations.count) in \(steps) with \(reruns) reruns; \(rest).\(also)
            """
    }
}
