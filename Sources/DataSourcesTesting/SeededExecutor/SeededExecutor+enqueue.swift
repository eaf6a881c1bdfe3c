import Synchronization

extension SeededExecutor: TaskExecutor, SerialExecutor {
    /// Stores `job` until it is chosen; it never runs before this returns.
    ///
    /// The runtime calls this, from any thread. Between runs, a job waits for the next run.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = RunThread.id
        let isTaken = state.withLock { state in
            if let ours = state.thread, ours != thread { return false }
            state.jobArrived(ReadyJob(job: job))
            return true
        }
        if !isTaken { jobReturned(ReadyJob(job: job)) }
    }

    /// A reference to this executor for an actor that runs on it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        // The runtime uses it for jobs of this executor, whose runs retain it.
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    /// A reference to this executor for tasks that prefer it.
    public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
        // Tasks that prefer an executor retain it.
        unsafe UnownedTaskExecutor(ordinary: self)
    }
}
