extension SeededExecutor {
    /// The report that the body of a run can never finish, because nothing is left that could wake it.
    ///
    /// Its description names the usual causes and the call that runs the same order again. The body is not taken down:
    /// once something wakes it, the next run of the same executor goes on with it.
    public struct Deadlock: Error, Hashable, Sendable {
        /// The seed that led here.
        public let seed: UInt64

        /// How many jobs the executor ran before it had none left.
        public let steps: Int

        /// The hash of the choices that led here.
        public let trace: UInt64

        /// The virtual time at which everything stood still.
        public let time: VirtualClock.Instant

        /// How many tasks that were started with ``SeededExecutor/start(_:)`` have not finished either.
        public let unfinishedTasks: Int
    }
}

extension SeededExecutor.Deadlock: CustomStringConvertible {
    /// What happened, what may be the cause, and how to see it again.
    public var description: String {
        """
        Deadlock after \(steps) steps, at \(time): the body has not finished, but no task is runnable and no timer of \
        the virtual clock is left (\(unfinishedTasks) started tasks are unfinished too). Either a wake-up was lost, or \
        tasks wait for one another, or a task escaped to another executor (`Task {}`, `Task.detached`, `@MainActor`, \
        `Task.sleep` without the virtual clock). To see it again: SeededExecutor.run(seed: \(seed)) { executor in ... }
        """
    }
}
