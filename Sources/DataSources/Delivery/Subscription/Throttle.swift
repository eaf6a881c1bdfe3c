internal import Synchronization

/// Spaces a subscription's updates in time.
///
/// A class, since room for one is in every subscription, and few have one.
protocol Throttle: AnyObject, Sendable {
    /// Sleeps until the next update may be delivered; `true` when it did, so that the newest state is to be read again.
    func pause() async -> Bool

    /// An update has been delivered.
    func delivered()

    /// A throttle of the same kind for another subscription, whose first update comes at once.
    var restarted: any Throttle { get }
}

/// Lets the first update through at once and the next ones no earlier than `interval` after the one before.
final class ClockThrottle<C: Clock<Duration>>: Throttle {
    private let interval: Duration
    private let clock: C
    /// When the last update was delivered; guarded by the mutex.
    private let last = Mutex<C.Instant?>(nil)

    init(interval: Duration, clock: C) {
        self.interval = interval.bounded
        self.clock = clock
    }

    var restarted: any Throttle { ClockThrottle(interval: interval, clock: clock) }

    func pause() async -> Bool {
        guard let due = last.withLock({ $0 })?.advanced(by: interval), clock.now < due else { return false }
        // A cancelled sleep ends early; the caller looks at its task.
        try? await clock.sleep(until: due, tolerance: nil)
        return true
    }

    func delivered() {
        let now = clock.now
        // The old one is handed out, so that it goes once the lock is open.
        _ = last.withLock { last in
            let old = last
            last = now
            return old
        }
    }
}
