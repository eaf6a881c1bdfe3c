/// Whose turn it is when several tasks do something one at a time, such as asking one subscription for its next update.
///
/// The turn is never given to a call whose task does not run. When it becomes free, the first call in each class of tasks
/// is woken, and whichever runs first takes it. So calls of one class are served in the order in which they came, and a
/// call whose executor is busy delays none of another class.
///
/// ```
///            requested: taken           passed                      took
/// (nothing) ─────────────────▶ queued ─────────▶ queued and woken ───────▶ (has the turn)
///                                  ▲                    │
///                                  └────────────────────┘ another one took it before
/// ```
package struct AsyncLockMachine {
    /// The calls of one class that are queued.
    private struct Line {
        let waiter: WaiterClass
        /// Ascending.
        var calls: [Int] = []
        var head = 0
        /// The first call, once it has been woken and has not run yet.
        var woken: Int?

        mutating func remove(at place: Int) {
            if place == head {
                head += 1
                if head * 2 < calls.count { return }
                calls.removeFirst(head)
                head = 0
            } else {
                calls.remove(at: place)
            }
        }
    }

    private var isTaken = false
    private var lines: [Line] = []
    private var callsMade = 0

    package init() {}

    /// The number of entries the queue takes up, served or not: for tests.
    package var queueLength: Int { lines.reduce(0) { $0 + $1.calls.count } }

    /// The turn is taken if nobody has it, and nobody waits for it.
    package mutating func lockTried() -> Bool {
        if isTaken || !lines.isEmpty { return false }
        isTaken = true
        return true
    }

    /// A call has to wait for the turn; its number.
    package mutating func callQueued(as waiter: WaiterClass) -> Int {
        callsMade += 1
        let place = lines.firstIndex { $0.waiter == waiter } ?? lines.count
        if place == lines.count { lines.append(Line(waiter: waiter)) }
        lines[place].calls.append(callsMade)
        return callsMade
    }

    /// A call that is queued would be suspended; `false` when it is to go on instead, since it may take the turn.
    package mutating func callParks(_ id: Int) -> Bool {
        guard let line = line(of: id) else { return false }
        if !isTaken, lines[line].woken == nil, lines[line].calls[lines[line].head] == id { lines[line].woken = id }
        return lines[line].woken != id
    }

    /// A call that was woken runs; `true` when it has the turn now, `false` when it waits on.
    package mutating func lockTaken(by id: Int) -> Bool {
        guard let line = line(of: id) else { return false }
        if lines[line].woken == id { lines[line].woken = nil }
        if isTaken { return false }
        isTaken = true
        remove(id, from: line)
        return true
    }

    /// A call was answered: those to be woken.
    package mutating func unlocked() -> [Int] {
        isTaken = false
        if lines.isEmpty { return [] }
        return lines.indices.compactMap { wakeFirst(of: $0) }
    }

    /// A queued call was cancelled: those to be woken.
    package mutating func queuedCallCancelled(_ id: Int) -> [Int] {
        guard let line = line(of: id) else { return [] }
        let wasWoken = lines[line].woken == id
        if wasWoken { lines[line].woken = nil }
        if remove(id, from: line) || !wasWoken || isTaken { return [] }
        return wakeFirst(of: line).map { [$0] } ?? []
    }

    /// Whether a call is still in the queue.
    package func isQueued(_ id: Int) -> Bool { line(of: id) != nil }

    private func line(of id: Int) -> Int? {
        lines.firstIndex { $0.calls[$0.head...].ascendingIndex(of: id) != nil }
    }

    private mutating func wakeFirst(of line: Int) -> Int? {
        if lines[line].woken != nil { return nil }
        lines[line].woken = lines[line].calls[lines[line].head]
        return lines[line].woken
    }

    /// Takes a call out of its line; `true` when the line is gone with it.
    @discardableResult
    private mutating func remove(_ id: Int, from line: Int) -> Bool {
        guard let place = lines[line].calls[lines[line].head...].ascendingIndex(of: id) else { return false }
        lines[line].remove(at: place)
        if lines[line].head < lines[line].calls.count { return false }
        lines.remove(at: line)
        return true
    }
}
