internal import Synchronization

/// Spaces a subscription's updates in time.
///
/// A class: every subscription has room for one, and few use it.
protocol Throttle: AnyObject, Sendable {
    /// Sleeps until the next update is due; returns `true` if it slept, so the newest state must be read again.
    func pause() async -> Bool

    /// An update has been delivered.
    func delivered()

    /// A throttle of the same kind for another subscription; its first update is immediate.
    var restarted: any Throttle { get }
}

/// Lets the first update through immediately, and later ones at least `interval` after the previous one.
final class ClockThrottle<C: Clock<Duration>>: Throttle {
    private let interval: Duration
    private let clock: C
    /// The time of the last delivery; guarded by the mutex.
    private let last = Mutex<C.Instant?>(nil)

    init(interval: Duration, clock: C) {
        self.interval = interval.bounded
        self.clock = clock
    }

    var restarted: any Throttle { ClockThrottle(interval: interval, clock: clock) }

    func pause() async -> Bool {
        guard let due = last.withLock({ $0 })?.advanced(by: interval), clock.now < due else { return false }
        // A cancelled sleep ends early; the caller checks its task.
        try? await clock.sleep(until: due, tolerance: nil)
        return true
    }

    func delivered() {
        let now = clock.now
        // The old value is moved out, so it is released after the lock.
        _ = last.withLock { last in
            let old = last
            last = now
            return old
        }
    }
}
