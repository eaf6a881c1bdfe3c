/// Whose turn it is when several tasks ask one subscription for its next update.
///
/// Calls are served one at a time, in the order in which they came.
struct TurnMachine {
    enum Request: Equatable {
        /// It is this call's turn.
        case go
        /// Suspend until the turn comes.
        case queue(Int)
    }

    private var isTaken = false
    private var queue: [Int] = []
    private var queueHead = 0
    private var requestsMade = 0

    mutating func turnRequested() -> Request {
        if !isTaken {
            isTaken = true
            return .go
        }
        requestsMade += 1
        queue.append(requestsMade)
        return .queue(requestsMade)
    }

    /// The turn is taken if nobody has it; for calls that would rather not wait.
    mutating func turnTriedFor() -> Bool {
        if isTaken { return false }
        isTaken = true
        return true
    }

    /// A call was answered: the one whose turn comes now.
    mutating func turnPassed() -> Int? {
        if queueHead == queue.count {
            queue = []
            queueHead = 0
            isTaken = false
            return nil
        }
        queueHead += 1
        return queue[queueHead - 1]
    }

    /// Whether a call is still in the queue.
    func isQueued(_ id: Int) -> Bool {
        queue[queueHead...].contains(id)
    }

    /// A call was cancelled; `true` when it was still in the queue, `false` when its turn had come.
    mutating func queuedCallCancelled(_ id: Int) -> Bool {
        guard let place = queue[queueHead...].firstIndex(of: id) else { return false }
        queue.remove(at: place)
        return true
    }
}
