internal import DataSources
import Synchronization

/// A latch that tasks wait for until it is opened, once and for all.
///
/// ```swift
/// let latch = Latch()
/// async let stalled = FaultySubscriber(staff, .stalled(after: 1, until: latch)).run()
/// ...
/// latch.open()
/// ```
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waitersMade = 0
        var waiting: [Int: Suspension] = [:]
    }

    /// The waiting tasks; guarded by the mutex, and none is resumed while it is held.
    private let state = Mutex(State())

    /// Creates a closed latch.
    public init() {}

    /// Whether the latch has been opened.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The number of tasks that wait now.
    public var waiters: Int { state.withLock { $0.waiting.count } }

    /// Opens the latch for all current and future waiters; has no effect the second time.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    }

    /// Returns once the latch has been opened, or the task is cancelled.
    public func wait() async {
        let waiter = state.withLock { state in
            state.waitersMade += 1
            return state.waitersMade
        }
        await suspendTask { suspension in
            state.withLock { state in
                if state.isOpen || Task.isCancelled { return false }
                state.waiting[waiter] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { $0.waiting.removeValue(forKey: waiter) }
        }
    }
}
