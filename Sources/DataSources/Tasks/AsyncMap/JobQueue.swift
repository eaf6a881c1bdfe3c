/// The items to work on, their workers, and whether a result is still needed.
///
/// First in, first out. It knows no task; its owner stops the workers that it names.
package struct JobQueue<Item: Identifiable> where Item.ID: Sendable {
    /// One piece of work; its ticket distinguishes it from other jobs on the same item.
    package struct Job {
        package let ticket: Int
        package let item: Item
    }

    /// The state of an item without a current result.
    private struct Entry {
        var item: Item
        var ticket: Int
        /// The worker that works on it.
        var worker: Int?
    }

    private var entries: KeyTable<Item.ID, Entry> = KeyTable()
    /// Queued items in order; some may have been withdrawn or have received another ticket.
    private var queue: [(ticket: Int, id: Item.ID)] = []
    private var head = 0
    private var ticketsGiven = 0

    package init() {}

    /// The number of items queued or being worked on.
    package var count: Int { entries.count }

    /// The number of queue entries in memory: for tests.
    package var queueLength: Int { queue.count }

    /// An item was added or changed.
    ///
    /// - Returns: The worker to stop, which works on the item's old version.
    package mutating func itemArrived(_ item: Item) -> Int? {
        if var entry = entries[item.id], entry.worker == nil {
            // It keeps its position in the queue.
            entry.item = item
            entries[item.id] = entry
            return nil
        }
        ticketsGiven += 1
        dropWithdrawn()
        queue.append((ticketsGiven, item.id))
        return entries.updateValue(Entry(item: item, ticket: ticketsGiven), forKey: item.id)?.worker
    }

    /// Drops withdrawn entries once they are half of the queue: O(1) amortized.
    private mutating func dropWithdrawn() {
        if queue.count - head < 2 * entries.count + 64 { return }
        queue = queue[head...].filter { entries[$0.id]?.ticket == $0.ticket && entries[$0.id]?.worker == nil }
        head = 0
    }

    /// An item's result is no longer needed.
    ///
    /// - Returns: The worker to stop, which works on the item.
    package mutating func itemWithdrawn(_ id: Item.ID) -> Int? {
        entries.removeValue(forKey: id)?.worker
    }

    /// A worker is free; returns its next job, or `nil` if there is none.
    package mutating func workerFree(_ worker: Int) -> Job? {
        while head < queue.count {
            let (ticket, id) = queue[head]
            head += 1
            defer {
                if head * 2 >= queue.count {
                    queue.removeFirst(head)
                    head = 0
                }
            }
            guard let entry = entries[id], entry.ticket == ticket else { continue }
            entries[id]?.worker = worker
            return Job(ticket: ticket, item: entry.item)
        }
        return nil
    }

    /// A job is done; returns `false` if its result is no longer needed.
    package mutating func jobDone(_ job: Job) -> Bool {
        guard entries[job.item.id]?.ticket == job.ticket else { return false }
        entries[job.item.id] = nil
        return true
    }

    /// A worker abandoned a job; if its result is still needed, the item is queued again.
    package mutating func jobDropped(_ job: Job) {
        guard let entry = entries[job.item.id], entry.ticket == job.ticket else { return }
        entries[job.item.id] = nil
        _ = itemArrived(entry.item)
    }
}

extension JobQueue.Job: Sendable where Item: Sendable, Item.ID: Sendable {}
