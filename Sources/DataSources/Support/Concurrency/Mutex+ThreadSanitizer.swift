#if DATASOURCES_THREAD_SANITIZER

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Takes the place of `Synchronization.Mutex` in builds for ThreadSanitizer; no other build has it.
///
/// The code of the real one lies in a library that is not instrumented, so ThreadSanitizer sees no lock and reports a
/// race wherever one is taken. It does know `pthread_mutex_t`, and so sees everything that is not under the lock.
struct Mutex<Value: ~Copyable>: ~Copyable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    init(_ initialValue: consuming sending Value) {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}

// The value is only reached through the pointer, and that only with the lock held.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}

#endif
