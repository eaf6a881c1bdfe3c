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

    private var queue = WaiterQueue<Void>()
    private var isTaken = false

    package init() {}

    /// For how many calls the queue has room: for tests.
    package var queueLength: Int { queue.capacity }

    package mutating func turnRequested() -> Request {
        if !isTaken {
            isTaken = true
            return .go
        }
        return .queue(queue.append(()))
    }

    /// The turn is taken if nobody has it; for calls that would rather not wait.
    package mutating func turnTriedFor() -> Bool {
        if isTaken { return false }
        isTaken = true
        return true
    }

    /// A call was answered: the one whose turn comes now.
    package mutating func turnPassed() -> Int? {
        if let next = queue.popFirst() { return next.id }
        isTaken = false
        return nil
    }

    /// Whether a call is still in the queue.
    package func isQueued(_ id: Int) -> Bool { queue.contains(id) }

    /// A call was cancelled; `true` when it was still in the queue, `false` when its turn had come.
    package mutating func queuedCallCancelled(_ id: Int) -> Bool { queue.remove(id) != nil }
}
