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
        // A number on some systems, a pointer on others.
        withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    }

    /// The executor whose run the thread is in; the innermost, if runs are nested.
    static var executor: SeededExecutor? {
        pthread_getspecific(key).map { Unmanaged<SeededExecutor>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Records that a run of `executor` starts on the thread.
    ///
    /// - Returns: The argument for ``runEnded(_:)``.
    static func runBegan(of executor: SeededExecutor) -> UnsafeMutableRawPointer? {
        defer { pthread_setspecific(key, Unmanaged.passUnretained(executor).toOpaque()) }
        return pthread_getspecific(key)
    }

    /// Records that the innermost run of the thread has ended.
    static func runEnded(_ outer: UnsafeMutableRawPointer?) {
        pthread_setspecific(key, outer)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left.")
        return key
    }()

    /// The name of the current task, where the system knows it.
    static var taskName: String? {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
        return Task.name
    }

    /// The label of the current dispatch queue, if there is one.
    static var queueLabel: String? {
        dispatchQueueLabel?(nil).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A function of the process, by its name.
    static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(dlopen(nil, RTLD_LAZY), name)
    }

    /// `dispatch_queue_get_label`, for which null means the current queue.
    ///
    /// It is looked up, since Dispatch need not be there and does not let Swift pass null.
    private static let dispatchQueueLabel = unsafeBitCast(
        symbol("dispatch_queue_get_label"),
        to: (@convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?)?.self
    )
}
