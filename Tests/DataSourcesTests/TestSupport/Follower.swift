import DataSources
import DataSourcesTesting
import Testing

/// A consumer that checks every update against the laws, and folds all of them into plain content (law 1).
struct Follower<Snapshot: OracleSnapshot> where Snapshot.Content: Equatable {
    private(set) var content: Snapshot.Content
    /// Every state that was delivered.
    private(set) var states: [Snapshot] = []
    private var validator: UpdateValidator<Snapshot>
    private let start: Snapshot
    private let label: String

    init(_ start: Snapshot, _ label: String) {
        self.start = start
        content = start.content
        validator = UpdateValidator(startingAt: start)
        self.label = label
    }

    var last: Snapshot { states.last ?? start }

    mutating func given(_ update: Update<Snapshot>) {
        // Plain conditions: there are very many of these, and an expectation costs more than the update itself.
        for violation in validator.updatePassed(update) { Issue.record("\(label): \(violation)") }
        if update.before.version != last.version { Issue.record("\(label): law 2, it starts from another commit") }
        do {
            try update.apply(to: &content)
        } catch {
            Issue.record("\(label): law 1, \(error)")
        }
        if content != update.after.content { Issue.record("\(label): law 1, the fold goes astray") }
        states.append(update.after)
    }
}
