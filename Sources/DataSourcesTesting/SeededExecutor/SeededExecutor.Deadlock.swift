extension SeededExecutor {
    /// The report that the body of a run can never finish, because nothing is left that could resume it.
    ///
    /// Its description lists the waiting tasks and what they wait for, names the usual causes, and ends with the call
    /// that runs the same order again. The body is not cancelled: once something wakes it, the next run of the same
    /// executor continues it.
    public struct Deadlock: Error, Hashable, Sendable {
        /// The order of the run.
        public let order: Order

        /// The number of jobs run before none was left.
        public let steps: Int

        /// The hash of the choices of the run.
        public let trace: UInt64

        /// The virtual time of the deadlock.
        public let time: VirtualClock.Instant

        /// The unfinished tasks, in the order of their start: the body, and tasks started with
        /// `SeededExecutor.start(name:_:)`.
        public let unfinishedTasks: [UnfinishedTask]

        /// The order, and what else was said to the run.
        let setup: Setup

        /// The caller of the run, which was blocked meanwhile.
        let caller: RunCaller

        /// The seed of the run; `nil` if it followed a schedule.
        public var seed: UInt64? {
            if case .seed(let seed) = order { seed } else { nil }
        }
    }
}

extension SeededExecutor.Deadlock: CustomStringConvertible {
    /// What happened, which tasks wait for what, possible causes, and the call that reproduces it.
    public var description: String {
        """
        \(story)
        Either a wake-up was lost, or tasks wait for one another, or for a ManualClock that nobody advances, or for \
        something outside of the run that did not come back in time. To see it again:
        \(setup.call)
        """
    }

    /// What happened, and which tasks wait for what.
    var story: String {
        let advice = caller.advice.map { "\n\($0)" } ?? ""
        return """
            Deadlock after \(steps) steps, at \(time): the body has not finished, but no task is runnable and no timer of \
            the virtual clock is left. Still waiting, in the order in which they were started:
            \(unfinishedTasks.map { "- \($0)" }.joined(separator: "\n"))\(advice)
            """
    }
}
