/// A wait for a display's next frame, which can be given up before the display has returned.
final class FrameWait: Sendable {
    /// Held until the wait has ended.
    private let lock = TaskLock()

    init() { _ = lock.tryLock() }

    /// Waits for the end; returns `false` if the task is cancelled before.
    func hasEnded() async -> Bool {
        guard await lock.lock() else { return false }
        lock.unlock()
        return true
    }

    /// The frame has begun, or nobody needs it any more; ending twice counts once.
    func end() { lock.unlock() }
}
