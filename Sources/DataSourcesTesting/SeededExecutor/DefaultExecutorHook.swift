/// Tells a running executor about jobs that code on its thread hands to the default executor: `Task {}` and the like.
///
/// The runtime has a hook for that, `swift_task_enqueueGlobal_hook`, which is no API but which tools have long used. It is
/// looked up by name and set once in the life of a process; what was set before is still called. On threads that run no
/// simulation it costs one look at a thread-local value. Where it cannot be found, such tasks are only noticed when they
/// come back.
enum DefaultExecutorHook {
    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Enqueue) -> Void

    /// Whether the hook is set; the first look sets it.
    static let isSet: Bool = {
        guard let symbol = RunThread.symbol("swift_task_enqueueGlobal_hook") else { return false }
        let place = symbol.assumingMemoryBound(to: UnsafeRawPointer?.self)
        previous = unsafeBitCast(place.pointee, to: Hook?.self)
        place.pointee = unsafeBitCast(hook, to: UnsafeRawPointer?.self)
        return true
    }()

    // Written once, before the hook that reads it is set.
    nonisolated(unsafe) private static var previous: Hook?

    private static let hook: Hook = { job, enqueue in
        RunThread.executor?.jobEscaped(job)
        if let previous { previous(job, enqueue) } else { enqueue(job) }
    }

    /// The number of the task whose job this is; `nil` if it is none, or if that cannot be known.
    ///
    /// Tasks are numbered in the order in which they are made.
    static func taskNumber(of job: UnownedJob) -> UInt64? {
        getTaskNumber.map { $0(job) }.flatMap { $0 == 0 ? nil : $0 }
    }

    private static let getTaskNumber = unsafeBitCast(
        RunThread.symbol("swift_task_getJobTaskId"),
        to: (@convention(thin) (UnownedJob) -> UInt64)?.self
    )
}
