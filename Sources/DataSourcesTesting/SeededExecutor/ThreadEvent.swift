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
final class ThreadEvent: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isSignalled = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Wakes the waiting thread; if none waits yet, the next one does not wait.
    func signal() {
        pthread_mutex_lock(mutex)
        isSignalled = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Blocks the calling thread until ``signal()`` is called, for at most `duration` of real time.
    func wait(atMost duration: Duration) {
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        let (seconds, attoseconds) = duration.components
        end.tv_sec += time_t(clamping: seconds)
        end.tv_nsec += Int(attoseconds / 1_000_000_000)
        if end.tv_nsec >= 1_000_000_000 {
            end.tv_nsec -= 1_000_000_000
            end.tv_sec += 1
        }
        pthread_mutex_lock(mutex)
        while !isSignalled, pthread_cond_timedwait(condition, mutex, &end) == 0 {}
        pthread_mutex_unlock(mutex)
    }
}
