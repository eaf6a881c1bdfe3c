/// Edits submitted from synchronous code, and whether somebody is at work on them.
///
/// The first edit of a burst calls for a worker; the worker takes all there is, again and again, until there is nothing.
struct InboxMachine<Edit> {
    private var waiting: [Edit] = []
    private var isBeingEmptied = false
    /// The number of edits taken out so far, and submitted so far.
    private(set) var taken = 0
    private(set) var submitted = 0

    /// An edit came in; `true` when a worker is to be started.
    mutating func editSubmitted(_ edit: Edit) -> Bool {
        waiting.append(edit)
        submitted += 1
        defer { isBeingEmptied = true }
        return !isBeingEmptied
    }

    /// The worker is ready for more; `nil` when it may go.
    mutating func workerFree() -> [Edit]? {
        if waiting.isEmpty {
            isBeingEmptied = false
            return nil
        }
        defer { waiting = [] }
        taken += waiting.count
        return waiting
    }
}
