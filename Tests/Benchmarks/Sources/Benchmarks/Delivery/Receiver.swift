import Synchronization

/// What one subscriber has been given.
final class Receiver: Sendable {
    private let newest = Atomic<Int>(0)
    private let deliveries = Atomic<Int>(0)
    private let reversals = Atomic<Int>(0)
    /// The version after which the subscriber is through.
    private let end: Int
    private let turnstile: Turnstile?
    /// How long the subscriber is busy with each element.
    let pause: Duration?

    init(end: Int, turnstile: Turnstile? = nil, pause: Duration? = nil) {
        self.end = end
        self.turnstile = turnstile
        self.pause = pause
    }

    /// The newest version received.
    var last: Int { newest.load(ordering: .relaxed) }

    /// How many elements came.
    var count: Int { deliveries.load(ordering: .relaxed) }

    /// Whether every version was newer than the one before.
    var isInOrder: Bool { reversals.load(ordering: .relaxed) == 0 }

    /// Takes note of a version; `false` when it was the last one.
    ///
    /// A version that is known already, as the one a subscriber started with, does not count.
    func received(_ version: Int) -> Bool {
        let known = newest.load(ordering: .relaxed)
        if version <= known {
            if version < known { reversals.add(1, ordering: .relaxed) }
            return known < end
        }
        // Read first: whoever waits at the turnstile may look at it next.
        newest.store(version, ordering: .relaxed)
        deliveries.store(deliveries.load(ordering: .relaxed) + 1, ordering: .relaxed)
        turnstile?.passed()
        return version < end
    }

    /// Is busy, if it has to be.
    func work() async {
        if let pause { try? await Task.sleep(for: pause) }
    }
}
