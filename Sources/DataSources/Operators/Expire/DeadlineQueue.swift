/// What is due when, the earliest first: a binary heap (Williams, 1964) whose entries can be taken back.
@usableFromInline
package struct DeadlineQueue<ID: Hashable, Instant: Comparable> {
    @usableFromInline
    struct Entry {
        @usableFromInline let deadline: Instant
        @usableFromInline let id: ID
        /// Tells it from what the same id has had before.
        @usableFromInline let ticket: Int

        @inlinable
        init(deadline: Instant, id: ID, ticket: Int) {
            self.deadline = deadline
            self.id = id
            self.ticket = ticket
        }
    }

    /// A heap by deadline; entries whose ticket is no longer that of their id count for nothing.
    @usableFromInline var heap: [Entry] = []
    @usableFromInline var tickets: KeyTable<ID, Int> = KeyTable()
    @usableFromInline var ticketsGiven = 0

    @inlinable
    package init() {}

    /// How many ids have a deadline.
    @inlinable package var count: Int { tickets.count }

    /// How many places the heap takes up: for tests.
    @inlinable package var heapCount: Int { heap.count }

    /// The earliest deadline.
    @inlinable package var first: Instant? { heap.first?.deadline }

    /// Gives an id a deadline instead of the one that it has, or takes it away; O(log *n*) amortized.
    @inlinable
    package mutating func set(_ id: ID, to deadline: Instant?) {
        if let deadline {
            ticketsGiven += 1
            tickets[id] = ticketsGiven
            heap.append(Entry(deadline: deadline, id: id, ticket: ticketsGiven))
            rise(from: heap.count - 1)
        } else if tickets.removeValue(forKey: id) == nil {
            return
        }
        if heap.count > 2 * tickets.count + 64 { dropTakenBack() }
        dropTakenBackAtTheFront()
    }

    /// Takes out an id whose deadline is not after `now`, the one with the earliest; O(log *n*) amortized.
    @inlinable
    package mutating func popDue(at now: Instant) -> ID? {
        guard let entry = heap.first, entry.deadline <= now else { return nil }
        removeFirst()
        tickets[entry.id] = nil
        dropTakenBackAtTheFront()
        return entry.id
    }

    /// The entry at the front always counts.
    @inlinable
    mutating func dropTakenBackAtTheFront() {
        while let entry = heap.first, tickets[entry.id] != entry.ticket { removeFirst() }
    }

    @inlinable
    mutating func dropTakenBack() {
        heap.removeAll { tickets[$0.id] != $0.ticket }
        for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(from: place) }
    }

    @inlinable
    mutating func removeFirst() {
        let last = heap.removeLast()
        if heap.isEmpty { return }
        heap[0] = last
        sink(from: 0)
    }

    @inlinable
    mutating func rise(from start: Int) {
        var place = start
        while place > 0, heap[place].deadline < heap[(place - 1) / 2].deadline {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    @inlinable
    mutating func sink(from start: Int) {
        var place = start
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, heap[child + 1].deadline < heap[child].deadline { child += 1 }
            if heap[place].deadline <= heap[child].deadline { return }
            heap.swapAt(place, child)
            place = child
        }
    }
}

extension DeadlineQueue: Sendable where ID: Sendable, Instant: Sendable {}
extension DeadlineQueue.Entry: Sendable where ID: Sendable, Instant: Sendable {}
