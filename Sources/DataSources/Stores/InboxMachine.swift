/// The queue of edits submitted by synchronous code, and whether a worker is running.
///
/// The first edit of a burst requires a worker. Any operation of the source that runs before the worker takes the edits
/// first.
///
/// ```
/// taken │ waits │ waits │ waits
///         ▲ head
/// ```
package struct InboxMachine<Edit> {
    private var edits: [Edit?] = []
    /// The index of the first edit that has not been taken.
    private var head = 0
    private var hasWorker = false
    /// The numbers of edits taken and submitted so far.
    package private(set) var taken = 0
    package private(set) var submitted = 0

    package init() {}

    /// The number of edits there is room for: for tests.
    package var capacity: Int { edits.capacity }

    /// An edit was submitted; returns `true` if a worker must be started.
    package mutating func editSubmitted(_ edit: Edit) -> Bool {
        edits.append(edit)
        submitted += 1
        defer { hasWorker = true }
        return !hasWorker
    }

    /// The source is ready for the next of the first `limit` edits ever submitted; returns `nil` if it has taken them
    /// all.
    package mutating func sourceReady(upTo limit: Int) -> Edit? {
        if taken >= limit || head == edits.count { return nil }
        defer { dropTaken() }
        taken += 1
        defer { head += 1 }
        return edits[head].take()
    }

    /// The worker is ready for more; returns `false` if the queue is empty and the worker must end.
    package mutating func workerReady() -> Bool {
        hasWorker = head < edits.count
        return hasWorker
    }

    /// Frees the taken edits once they are more than half of the array: O(1) amortized.
    private mutating func dropTaken() {
        if head == edits.count {
            edits.removeAll(keepingCapacity: edits.capacity <= 64)
        } else if head * 2 > edits.count {
            edits = Array(edits[head...])
        } else {
            return
        }
        head = 0
    }
}
