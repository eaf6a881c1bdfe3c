/// A first-in first-out queue of waiters, each with a number that is never reused.
///
/// Appending and serving cost O(1) amortized, leaving early O(log *n*). The memory is proportional to the current
/// number of waiters, not to their maximum: obsolete entries are dropped when they outnumber the others.
///
/// ```
/// served │ waits │ left │ waits │ waits
///          ▲ head
/// ```
package struct WaiterQueue<Waiter> {
    fileprivate struct Entry {
        let id: Int
        /// `nil` if it no longer waits.
        var waiter: Waiter?
    }

    /// The only entry, if there are no others: a source with a single subscriber needs no memory for its queue.
    private var sole: Entry?
    /// Ascending by number.
    private var entries: [Entry] = []
    /// The index of the first entry that has not been served.
    private var head = 0
    private var idsGiven = 0
    /// The number of entries from `head` on that no longer wait.
    private var leftCount: UInt32 = 0

    /// Creates an empty queue whose numbers are greater than `last`.
    package init(after last: Int = 0) {
        idsGiven = last
    }

    /// The number of waiters.
    package var count: Int { sole == nil ? entries.count - head - Int(leftCount) : 1 }

    package var isEmpty: Bool { count == 0 }

    /// The number of entries there is room for: for tests.
    package var capacity: Int { entries.capacity }

    /// The numbers of the waiters, in order.
    package var ids: [Int] {
        if let sole { return [sole.id] }
        return entries[head...].compactMap { $0.waiter == nil ? nil : $0.id }
    }

    /// The waiters, in order.
    package var waiters: [Waiter] {
        if let sole { return sole.waiter.map { [$0] } ?? [] }
        return entries[head...].compactMap(\.waiter)
    }

    /// Reserves room for `count` waiters if the queue is empty.
    package mutating func reserve(_ count: Int) {
        if count > 1, entries.isEmpty { entries.reserveCapacity(count) }
    }

    /// Appends a waiter; returns its number.
    package mutating func append(_ waiter: Waiter) -> Int {
        idsGiven += 1
        let entry = Entry(id: idsGiven, waiter: waiter)
        if entries.isEmpty {
            guard let first = sole.take() else {
                sole = entry
                return idsGiven
            }
            entries.append(first)
        }
        entries.append(entry)
        return idsGiven
    }

    /// Whether the waiter with this number still waits.
    package func contains(_ id: Int) -> Bool {
        sole.map { $0.id == id } ?? (place(of: id) != nil)
    }

    /// Removes a waiter; returns `nil` if it no longer waits.
    package mutating func remove(_ id: Int) -> Waiter? {
        if let sole {
            if sole.id != id { return nil }
            self.sole = nil
            return sole.waiter
        }
        guard let place = place(of: id) else { return nil }
        defer { trim() }
        leftCount += 1
        return entries[place].waiter.take()
    }

    /// Removes the waiter that has waited longest.
    package mutating func popFirst() -> (id: Int, waiter: Waiter)? {
        if let sole, let waiter = sole.waiter {
            self.sole = nil
            return (sole.id, waiter)
        }
        while head < entries.count {
            let (id, waiter) = (entries[head].id, entries[head].waiter.take())
            head += 1
            guard let waiter else {
                leftCount -= 1
                continue
            }
            trim()
            return (id, waiter)
        }
        return nil
    }

    /// Removes all waiters without visiting them: O(1).
    package mutating func takeAll() -> WaiterQueue {
        let all = self
        sole = nil
        entries = []
        head = 0
        leftCount = 0
        return all
    }

    /// Calls `body` for each waiter, in order.
    package func forEach(_ body: (Waiter) -> Void) {
        if let waiter = sole?.waiter { return body(waiter) }
        for place in head..<entries.count {
            if let waiter = entries[place].waiter { body(waiter) }
        }
    }

    private func place(of id: Int) -> Int? {
        var (low, high) = (head, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id && entries[low].waiter != nil ? low : nil
    }

    /// Drops obsolete entries once they are more than half of all entries.
    private mutating func trim() {
        if isEmpty {
            entries.removeAll(keepingCapacity: entries.capacity <= 16)
        } else if entries.count >= 2 * count + 16 {
            entries = entries[head...].filter { $0.waiter != nil }
        } else {
            return
        }
        head = 0
        leftCount = 0
    }
}

extension WaiterQueue: Sendable where Waiter: Sendable {}

extension WaiterQueue.Entry: Sendable where Waiter: Sendable {}

extension WaiterQueue: Equatable where Waiter: Equatable {
    /// Whether both contain the same waiters in the same order.
    package static func == (left: WaiterQueue, right: WaiterQueue) -> Bool { left.waiters == right.waiters }
}

extension WaiterQueue: ExpressibleByArrayLiteral {
    package init(arrayLiteral waiters: Waiter...) {
        self.init()
        for waiter in waiters { _ = append(waiter) }
    }
}
