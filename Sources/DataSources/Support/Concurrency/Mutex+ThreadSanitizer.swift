#if DATASOURCES_THREAD_SANITIZER

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Replaces `Synchronization.Mutex` in builds for ThreadSanitizer only.
///
/// The real one is in a library without instrumentation, so ThreadSanitizer does not see its locks and reports false
/// races. It knows `pthread_mutex_t`, and so reports exactly the accesses outside the lock.
typealias Mutex = PthreadMutex

/// The lock of builds for ThreadSanitizer.
// Safe: it owns both allocations from init to deinit, and lends the value only with the lock held.
@safe
package struct PthreadMutex<Value: ~Copyable>: ~Copyable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    package init(_ initialValue: consuming sending Value) {
        // Two allocations of its own; C initializes the lock after Swift.
        unsafe lock = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(lock, nil)
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: initialValue)
    }

    deinit {
        // Nobody can use it any more, or hold the lock.
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
        // Initialized until deinit; the thread that locks unlocks, after the body.
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try unsafe body(&value.pointee)
    }
}

// The value is accessed only through the pointer, with the lock held.
extension PthreadMutex: @unchecked Sendable where Value: ~Copyable {}

#endif
