import Synchronization

extension SeededExecutor {
    /// Starts a task on this executor, from synchronous or asynchronous code.
    ///
    /// The task takes its first step when the seed chooses it, not before this returns; called outside a run, it waits
    /// for the next one. It inherits the task-local values of the caller, not the priority. Nobody waits for it: the run ends with the
    /// body, see ``run(_:)``.
    ///
    /// - Parameter body: What the task does.
    public func start(_ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.unfinishedTasks += 1 }
        Task(executorPreference: self, priority: Self.priority) {
            await body()
            self.state.withLock { $0.unfinishedTasks -= 1 }
        }
    }
}
