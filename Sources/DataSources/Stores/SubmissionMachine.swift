/// Whether a submitted edit has been made, and who waits to know.
package struct SubmissionMachine<Outcome> {
    private var outcome: Outcome?
    private var waiting: Set<Int> = []
    private var waitersMade = 0

    package init() {}

    /// Whether the edit was made or refused.
    package var isApplied: Bool { outcome != nil }

    /// Somebody wants to know: the outcome, or the number to wait under.
    package mutating func outcomeRequested() -> (outcome: Outcome?, waiter: Int) {
        if let outcome { return (outcome, 0) }
        waitersMade += 1
        waiting.insert(waitersMade)
        return (nil, waitersMade)
    }

    /// The edit was made or refused: the waiters to wake.
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

    /// A waiter's task was cancelled, or it was woken.
    package mutating func waiterLeft(_ waiter: Int) {
        waiting.remove(waiter)
    }
}
