/// The outcome of a submitted edit, and the waiters for it.
package struct SubmissionMachine<Outcome> {
    private var outcome: Outcome?
    private var waiting: Set<Int> = []
    private var waitersMade = 0

    package init() {}

    /// Whether the edit ran or was rejected.
    package var isApplied: Bool { outcome != nil }

    /// The outcome was requested; returns it, or else the id of a new waiter.
    package mutating func outcomeRequested() -> (outcome: Outcome?, waiter: Int) {
        if let outcome { return (outcome, 0) }
        waitersMade += 1
        waiting.insert(waitersMade)
        return (nil, waitersMade)
    }

    /// The edit ran or was rejected; returns the waiters to wake.
    ///
    /// Only the first outcome counts.
    package mutating func applied(_ outcome: Outcome) -> [Int] {
        if self.outcome != nil { return [] }
        self.outcome = outcome
        defer { waiting = [] }
        return waiting.sorted()
    }

    /// Whether a waiter still waits.
    package func isWaiting(_ waiter: Int) -> Bool { waiting.contains(waiter) }

    /// A waiter's task was cancelled.
    package mutating func waiterLeft(_ waiter: Int) {
        waiting.remove(waiter)
    }
}
