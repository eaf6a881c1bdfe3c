/// Gives a running executor the jobs that code on its thread enqueues on the default executor: those of `Task {}`,
/// `Task.detached` and default actors.
///
/// It uses the runtime's hook `swift_task_enqueueGlobal_hook`, which is not API but has long been used by tools. The
/// hook is looked up by name and set once per process; the previous one is still called. On threads without a
/// simulation it costs one read of a thread-local value. If it cannot be found, such tasks escape, and are noticed when
/// they come back.
enum DefaultExecutorHook {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    /// Whether the hook is set; the first read sets it.
    static let isSet: Bool = {
        // The symbol is a variable of the runtime with a pointer to a function of this type, or null; it lives as long as
        // the process.
        guard let symbol = unsafe RunThread.symbol("swift_task_enqueueGlobal_hook") else { return false }
        let place = unsafe symbol.assumingMemoryBound(to: UnsafeRawPointer?.self)
        unsafe previous = unsafeBitCast(place.pointee, to: Hook?.self)
        unsafe place.pointee = unsafeBitCast(hook, to: UnsafeRawPointer?.self)
        return true
    }()

    // Written once, before the hook that reads it is set.
    nonisolated(unsafe) private static var previous: Hook?

    private static let hook: Hook = { job, enqueue in
        if RunThread.executor?.defaultExecutorWasCalled(job) == true { return }
        // Never written again once this hook is set.
        if let previous = unsafe previous { previous(job, enqueue) } else { enqueue(job) }
    }

    /// The number of the job's task; `nil` if it has none, or if that is unknown.
    ///
    /// Tasks are numbered in the order of their creation.
    static func taskNumber(of job: UnownedJob) -> UInt64? {
        getTaskNumber.map { $0(job) }.flatMap { $0 == 0 ? nil : $0 }
    }

    // A C++ function of the runtime with this type, or null.
    private static let getTaskNumber = unsafe unsafeBitCast(
        RunThread.symbol("swift_task_getJobTaskId"),
        to: (@convention(thin) (UnownedJob) -> UInt64)?.self
    )
}
