/// Whose turn it is when several tasks ask one subscription for its next update.
///
/// Calls are served one at a time, in the order in which they came.
package struct TurnMachine {
    package enum Request: Equatable {
        /// It is this call's turn.
        case go
        /// Suspend until the turn comes.
        case queue(Int)
    }

    private var isTaken = false
    private var queue: [Int] = []
    private var queueHead = 0
    private var requestsMade = 0

    package init() {}

    /// The number of entries the queue takes up, served or not: for tests.
    package var queueLength: Int { queue.count }

    package mutating func turnRequested() -> Request {
        if !isTaken {
            isTaken = true
            return .go
        }
        requestsMade += 1
        queue.append(requestsMade)
        return .queue(requestsMade)
    }

    /// The turn is taken if nobody has it; for calls that would rather not wait.
    package mutating func turnTriedFor() -> Bool {
        if isTaken { return false }
        isTaken = true
        return true
    }

    /// A call was answered: the one whose turn comes now.
    package mutating func turnPassed() -> Int? {
        guard queueHead < queue.count else {
            isTaken = false
            return nil
        }
        defer { dropServed() }
        queueHead += 1
        return queue[queueHead - 1]
    }

    /// Forgets the calls at the front that have been served, once they are half of the queue: O(1) amortized.
    ///
    /// While several tasks ask without end the queue is never empty, and would grow for ever.
    private mutating func dropServed() {
        if queueHead * 2 < queue.count { return }
        queue.removeFirst(queueHead)
        queueHead = 0
    }

    /// Whether a call is still in the queue.
    package func isQueued(_ id: Int) -> Bool {
        queue[queueHead...].ascendingIndex(of: id) != nil
    }

    /// A call was cancelled; `true` when it was still in the queue, `false` when its turn had come.
    package mutating func queuedCallCancelled(_ id: Int) -> Bool {
        guard let place = queue[queueHead...].ascendingIndex(of: id) else { return false }
        queue.remove(at: place)
        return true
    }
}
