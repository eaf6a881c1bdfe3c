import DataSources
import Synchronization

extension SeededExecutor {
    /// Suspends the current task until the seed chooses it again: a point at which other tasks may run first.
    ///
    /// Call it in fakes. A function of production code that reads a file or asks a server suspends; a fake that returns at
    /// once does not, and the runtime then continues the caller without asking the executor. So no order of the tasks
    /// shows what happens if something changes meanwhile.
    ///
    /// ```swift
    /// let cache = Cache {
    ///     let page = site.page
    ///     await SeededExecutor.suspend()               // while it is on its way, the site may change
    ///     return page
    /// }
    /// ```
    ///
    /// The task becomes ready at once: no time passes, and it has not settled. Cancellation changes nothing. Outside a run
    /// it is `Task.yield()`.
    public nonisolated(nonsending) static func suspend() async {
        guard let executor = RunThread.executor else { return await Task.yield() }
        // Resumed once: by `runReadyJobs()`, which takes it out of the state. The runtime suspends the task only if nobody
        // resumes it before the job ends.
        unsafe await withUnsafeContinuation { continuation in
            let suspension = unsafe Suspension(continuation)
            executor.state.withLock { $0.suspended.append(suspension) }
        }
    }
}
