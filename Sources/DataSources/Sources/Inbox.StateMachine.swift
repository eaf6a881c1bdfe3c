/// Edits submitted from synchronous code, and whether somebody is at work on them.
///
/// The first edit of a burst calls for a worker; the worker takes all there is, again and again, until there is nothing.
package struct InboxMachine<Edit> {
    private var waiting: [Edit] = []
    private var isBeingEmptied = false
    /// The number of edits taken out so far, and submitted so far.
    package private(set) var taken = 0
    package private(set) var submitted = 0

    package init() {}

    /// An edit came in; `true` when a worker is to be started.
    package mutating func editSubmitted(_ edit: Edit) -> Bool {
        waiting.append(edit)
        submitted += 1
        defer { isBeingEmptied = true }
        return !isBeingEmptied
    }

    /// The worker is ready for more; `nil` when it may go.
    package mutating func workerFree() -> [Edit]? {
        if waiting.isEmpty {
            isBeingEmptied = false
            return nil
        }
        defer { waiting = [] }
        taken += waiting.count
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.takesTheLastSubmittedFirst) { return waiting.reversed() }
        #endif
        return waiting
    }
}
