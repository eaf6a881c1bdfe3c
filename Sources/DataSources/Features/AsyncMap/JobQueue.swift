/// Which items are to be worked on, which of them are being worked on, and whether what comes of it is still wanted.
///
/// First come, first served. It knows no task; whoever drives it stops the workers that it names.
package struct JobQueue<Item: Identifiable> where Item.ID: Sendable {
    /// One piece of work, told from earlier and later ones on the same item by its ticket.
    package struct Job {
        package let ticket: Int
        package let item: Item
    }

    /// What is known of an item that is not done.
    private struct Entry {
        var item: Item
        var ticket: Int
        /// Who works on it.
        var worker: Int?
    }

    private var entries: KeyTable<Item.ID, Entry> = KeyTable()
    /// What waits, in order; some of it may have been withdrawn, or have got another ticket.
    private var queue: [(ticket: Int, id: Item.ID)] = []
    private var head = 0
    private var ticketsGiven = 0

    package init() {}

    /// How many items wait or are being worked on.
    package var count: Int { entries.count }

    /// How many places the queue takes up: for tests.
    package var queueLength: Int { queue.count }

    /// There is an item to work on, or the one that was there is another one now.
    ///
    /// - Returns: Whoever works on what it was before, to be stopped.
    package mutating func itemArrived(_ item: Item) -> Int? {
        if var entry = entries[item.id], entry.worker == nil {
            // It keeps its place.
            entry.item = item
            entries[item.id] = entry
            return nil
        }
        ticketsGiven += 1
        dropWithdrawn()
        queue.append((ticketsGiven, item.id))
        return entries.updateValue(Entry(item: item, ticket: ticketsGiven), forKey: item.id)?.worker
    }

    /// Forgets what was withdrawn, once that is half of the queue: O(1) amortized.
    private mutating func dropWithdrawn() {
        if queue.count - head < 2 * entries.count + 64 { return }
        queue = queue[head...].filter { entries[$0.id]?.ticket == $0.ticket && entries[$0.id]?.worker == nil }
        head = 0
    }

    /// An item is not wanted any more.
    ///
    /// - Returns: Whoever works on it, to be stopped.
    package mutating func itemWithdrawn(_ id: Item.ID) -> Int? {
        entries.removeValue(forKey: id)?.worker
    }

    /// A worker is ready; `nil` when there is nothing to do.
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

    /// A job was done; `false` when what came of it is not wanted any more.
    package mutating func jobDone(_ job: Job) -> Bool {
        guard entries[job.item.id]?.ticket == job.ticket else { return false }
        entries[job.item.id] = nil
        return true
    }

    /// A worker gave a job up; if the item is still wanted as it is, it is to be worked on again.
    package mutating func jobDropped(_ job: Job) {
        guard let entry = entries[job.item.id], entry.ticket == job.ticket else { return }
        entries[job.item.id] = nil
        _ = itemArrived(entry.item)
    }
}

extension JobQueue.Job: Sendable where Item: Sendable, Item.ID: Sendable {}
