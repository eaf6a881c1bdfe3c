/// A mutual exclusion lock with a queue of calls for each class of tasks.
///
/// Releasing the lock does not assign it: a call whose task cannot run would block the others. Instead the first call
/// of each class is woken, and the first one to run takes the lock. So calls of one class are served in order, and a
/// busy executor delays only its own class.
///
/// ```
///            requested: taken         unlocked                     taken
/// (nothing) ─────────────────▶ queued ─────────▶ queued and woken ───────▶ (holds the lock)
///                                  ▲                    │
///                                  └────────────────────┘ another call took it first
/// ```
package struct AsyncLockMachine {
    /// The queued calls of one class.
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

    /// The number of queue entries in memory, served or not: for tests.
    package var queueLength: Int { lines.reduce(0) { $0 + $1.calls.count } }

    /// Takes the lock if it is free and no call waits.
    package mutating func lockTried() -> Bool {
        if isTaken || !lines.isEmpty { return false }
        isTaken = true
        return true
    }

    /// A call must wait for the lock; returns its number.
    package mutating func callQueued(as waiter: WaiterClass) -> Int {
        callsMade += 1
        let place = lines.firstIndex { $0.waiter == waiter } ?? lines.count
        if place == lines.count { lines.append(Line(waiter: waiter)) }
        lines[place].calls.append(callsMade)
        return callsMade
    }

    /// A queued call is about to be suspended; returns `false` if it must go on instead, since it may take the lock.
    package mutating func callParks(_ id: Int) -> Bool {
        guard let line = line(of: id) else { return false }
        if !isTaken, lines[line].woken == nil, lines[line].calls[lines[line].head] == id { lines[line].woken = id }
        return lines[line].woken != id
    }

    /// A woken call runs; returns `true` if it now holds the lock, `false` if it waits on.
    package mutating func lockTaken(by id: Int) -> Bool {
        guard let line = line(of: id) else { return false }
        if lines[line].woken == id { lines[line].woken = nil }
        if isTaken { return false }
        isTaken = true
        remove(id, from: line)
        return true
    }

    /// The lock was released; returns the calls to wake.
    package mutating func unlocked() -> [Int] {
        isTaken = false
        if lines.isEmpty { return [] }
        return lines.indices.compactMap { wakeFirst(of: $0) }
    }

    /// A queued call was cancelled; returns the calls to wake.
    package mutating func queuedCallCancelled(_ id: Int) -> [Int] {
        guard let line = line(of: id) else { return [] }
        let wasWoken = lines[line].woken == id
        if wasWoken { lines[line].woken = nil }
        if remove(id, from: line) || !wasWoken || isTaken { return [] }
        return wakeFirst(of: line).map { [$0] } ?? []
    }

    /// Whether a call is still queued.
    package func isQueued(_ id: Int) -> Bool { line(of: id) != nil }

    private func line(of id: Int) -> Int? {
        lines.firstIndex { $0.calls[$0.head...].ascendingIndex(of: id) != nil }
    }

    private mutating func wakeFirst(of line: Int) -> Int? {
        if lines[line].woken != nil { return nil }
        lines[line].woken = lines[line].calls[lines[line].head]
        return lines[line].woken
    }

    /// Removes a call from its queue; returns `true` if that removed the queue.
    @discardableResult
    private mutating func remove(_ id: Int, from line: Int) -> Bool {
        guard let place = lines[line].calls[lines[line].head...].ascendingIndex(of: id) else { return false }
        lines[line].remove(at: place)
        if lines[line].head < lines[line].calls.count { return false }
        lines.remove(at: line)
        return true
    }
}
