/// Edits submitted from synchronous code, and whether a worker is at work on them.
///
/// The first edit of a burst calls for a worker, which sees to it that the source takes the edits out. Whoever else comes
/// to the source before the worker takes them out first.
///
/// ```
/// taken │ waits │ waits │ waits
///         ▲ head
/// ```
package struct InboxMachine<Edit> {
    private var edits: [Edit?] = []
    /// The edits before this one have been taken.
    private var head = 0
    private var hasWorker = false
    /// The number of edits taken out so far, and submitted so far.
    package private(set) var taken = 0
    package private(set) var submitted = 0

    package init() {}

    /// For how many edits there is room: for tests.
    package var capacity: Int { edits.capacity }

    /// An edit came in; `true` when a worker is to be started.
    package mutating func editSubmitted(_ edit: Edit) -> Bool {
        edits.append(edit)
        submitted += 1
        defer { hasWorker = true }
        return !hasWorker
    }

    /// The source is ready for the next edit of those that were the first `limit` to be submitted; `nil` when it has taken
    /// them all.
    package mutating func sourceReady(upTo limit: Int) -> Edit? {
        if taken >= limit || head == edits.count { return nil }
        defer { dropTaken() }
        taken += 1
        defer { head += 1 }
        return edits[head].take()
    }

    /// The worker asks whether there is something left to do; `false` ends it.
    package mutating func workerReady() -> Bool {
        hasWorker = head < edits.count
        return hasWorker
    }

    /// Drops what has been taken, once it is half of the array: O(1) amortized.
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
