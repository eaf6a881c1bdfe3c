import Synchronization

/// Lets one task wait until every subscriber has come by, again and again.
///
/// Coming by costs one atomic subtraction, so that what is measured is the delivery and not the counting.
final class Turnstile: Sendable {
    private let count: Int
    /// Those who have yet to come, and the one who waits for them.
    private let left: Atomic<Int>
    private let waiting = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    private let isBroken = Atomic<Bool>(false)

    init(_ count: Int) {
        self.count = count
        left = Atomic(count + 1)
    }

    /// A subscriber came by.
    func passed() {
        if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { open() }
    }

    /// Suspends until all have come by; `false` when they will not.
    func allPassed() async -> Bool {
        if isBroken.load(ordering: .acquiring) { return false }
        await withUnsafeContinuation { continuation in
            waiting.withLock { $0 = continuation }
            passed()
        }
        return !isBroken.load(ordering: .acquiring)
    }

    /// Nobody waits here any more: some will never come.
    func giveUp() {
        isBroken.store(true, ordering: .releasing)
        waiting.withLock { $0.take() }?.resume()
    }

    private func open() {
        left.store(count + 1, ordering: .releasing)
        waiting.withLock { $0.take() }?.resume()
    }
}
