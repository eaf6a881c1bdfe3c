/// A priority queue of ids by deadline: a binary heap (Williams 1964) with lazy deletion.
///
/// Deadlines that do not equal themselves come last, so they disturb no other.
@usableFromInline
package struct DeadlineQueue<ID: Hashable, Instant: Comparable> {
    @usableFromInline
    struct Entry {
        @usableFromInline let deadline: Instant
        @usableFromInline let id: ID
        /// Distinguishes this entry from earlier ones of the same id.
        @usableFromInline let ticket: Int

        @inlinable
        init(deadline: Instant, id: ID, ticket: Int) {
            self.deadline = deadline
            self.id = id
            self.ticket = ticket
        }
    }

    /// A heap by deadline; an entry is stale if its ticket is not the current one of its id.
    @usableFromInline var heap: [Entry] = []
    @usableFromInline var tickets: KeyTable<ID, Int> = KeyTable()
    @usableFromInline var ticketsGiven = 0

    @inlinable
    package init() {}

    /// The number of ids with a deadline.
    @inlinable package var count: Int { tickets.count }

    /// The number of entries in the heap, stale ones included; for tests.
    @inlinable package var heapCount: Int { heap.count }

    /// The earliest deadline.
    @inlinable package var first: Instant? { heap.first?.deadline }

    /// Sets or removes the deadline of an id; O(log *n*) amortized.
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

    /// Removes and returns the id with the earliest deadline, unless that is after `now`; O(log *n*) amortized.
    @inlinable
    package mutating func popDue(at now: Instant) -> ID? {
        guard let entry = heap.first, entry.deadline <= now else { return nil }
        removeFirst()
        tickets[entry.id] = nil
        dropTakenBackAtTheFront()
        return entry.id
    }

    /// Removes stale entries from the front, so the first entry is always current.
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
        while place > 0, comesBefore(heap[place].deadline, heap[(place - 1) / 2].deadline) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    @inlinable
    mutating func sink(from start: Int) {
        var place = start
        while 2 * place + 1 < heap.count {
            var child = 2 * place + 1
            if child + 1 < heap.count, comesBefore(heap[child + 1].deadline, heap[child].deadline) { child += 1 }
            if !comesBefore(heap[child].deadline, heap[place].deadline) { return }
            heap.swapAt(place, child)
            place = child
        }
    }
}

extension DeadlineQueue: Sendable where ID: Sendable, Instant: Sendable {}
extension DeadlineQueue.Entry: Sendable where ID: Sendable, Instant: Sendable {}
