#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Facts about the calling thread: the executor that runs on it, its task, its dispatch queue.
enum RunThread {
    /// A number that no other living thread has; never 0.
    static var id: UInt {
        // A number on some systems, a pointer on others; a word on all.
        unsafe withUnsafeBytes(of: pthread_self()) { unsafe $0.load(as: UInt.self) }
    }

    /// The executor whose run the thread is in; the innermost, if runs are nested.
    static var executor: SeededExecutor? {
        // Only `runBegan(of:)` sets it, to an executor that is alive until `runEnded(_:)`.
        unsafe pthread_getspecific(key).map { unsafe Unmanaged<SeededExecutor>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Records that a run of `executor` starts on the thread.
    ///
    /// - Returns: The executor of the run around it, for ``runEnded(_:)``.
    static func runBegan(of executor: SeededExecutor) -> SeededExecutor? {
        let outer = self.executor
        // Not retained: the run that has begun retains it, and `runEnded(_:)` removes it.
        unsafe pthread_setspecific(key, Unmanaged.passUnretained(executor).toOpaque())
        return outer
    }

    /// Records that the innermost run of the thread has ended.
    static func runEnded(_ outer: SeededExecutor?) {
        // The run around this one has not ended, and retains its executor.
        unsafe pthread_setspecific(key, outer.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        // Writes the key, and keeps no pointer to it.
        precondition(unsafe pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left.")
        return key
    }()

    /// The name of the current task, where the system knows it.
    static var taskName: String? {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
        return Task.name
    }

    /// The label of the current dispatch queue, if there is one.
    static var queueLabel: String? {
        // Copied at once: the queue that runs this code has the label.
        unsafe dispatchQueueLabel?(nil).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A function of the process, by its name.
    static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        // The process itself, which is never unloaded; a name that is unknown gives null.
        unsafe dlsym(dlopen(nil, RTLD_LAZY), name)
    }

    /// `dispatch_queue_get_label`, for which null means the current queue.
    ///
    /// It is looked up, since Dispatch need not be there and does not let Swift pass null.
    // A C function with this type, or null.
    private static let dispatchQueueLabel = unsafe unsafeBitCast(
        symbol("dispatch_queue_get_label"),
        to: (@convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?)?.self
    )
}
