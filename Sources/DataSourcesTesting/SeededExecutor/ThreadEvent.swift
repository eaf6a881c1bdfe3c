#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A way for other threads to wake the one that waits, once.
// Sendable: `isSignalled` is only touched while `mutex` is held, and the others are made for being shared by threads.
// Safe: it owns both allocations from init to deinit, and nothing else has their addresses.
@safe
final class ThreadEvent: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isSignalled = false

    init() {
        // Allocated above and not in use yet; C initializes them after Swift.
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        // No thread waits any more: it would have a reference.
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Wakes the waiting thread; if none waits yet, the next one does not wait.
    func signal() {
        // Initialized until deinit; the thread that locks unlocks.
        unsafe pthread_mutex_lock(mutex)
        isSignalled = true
        unsafe pthread_cond_signal(condition)
        unsafe pthread_mutex_unlock(mutex)
    }

    /// Blocks the calling thread until ``signal()`` is called, for at most `duration` of real time.
    func wait(atMost duration: Duration) {
        var end = timespec()
        // Writes the local variable.
        unsafe clock_gettime(CLOCK_REALTIME, &end)
        let (seconds, attoseconds) = duration.components
        end.tv_sec += time_t(clamping: seconds)
        end.tv_nsec += Int(attoseconds / 1_000_000_000)
        if end.tv_nsec >= 1_000_000_000 {
            end.tv_nsec -= 1_000_000_000
            end.tv_sec += 1
        }
        // As in ``signal()``.
        unsafe pthread_mutex_lock(mutex)
        while !isSignalled, unsafe pthread_cond_timedwait(condition, mutex, &end) == 0 {}
        unsafe pthread_mutex_unlock(mutex)
    }
}
