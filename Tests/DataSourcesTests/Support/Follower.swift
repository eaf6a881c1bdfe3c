import DataSources
import Testing

/// A consumer that checks of every update what laws 1, 2, 3 and 16 say of it.
struct Follower<Snapshot: SnapshotProtocol> where Snapshot.Content: Equatable {
    private(set) var last: Snapshot
    private(set) var content: Snapshot.Content
    /// Every state that was delivered.
    private(set) var states: [Snapshot] = []
    private let label: String

    init(_ start: Snapshot, _ label: String) {
        last = start
        content = start.content
        self.label = label
    }

    mutating func given(_ update: Update<Snapshot>) {
        // Plain conditions: there are very many of these, and an expectation costs more than the update itself.
        let (before, after) = (update.before.version, update.after.version)
        if update.before != last { Issue.record("\(label): law 2, the snapshots are no chain") }
        if before != last.version { Issue.record("\(label): law 2, it starts from another commit") }
        if update.changes.isEmpty { Issue.record("\(label): law 3, an empty update") }
        if update.before == update.after { Issue.record("\(label): law 3, an update to an equal state") }
        if let before, let after, before >= after { Issue.record("\(label): law 16, versions do not increase") }
        do {
            try update.apply(to: &content)
        } catch {
            Issue.record("\(label): law 1, \(error)")
        }
        if content != update.after.content { Issue.record("\(label): law 1, the fold goes astray") }
        last = update.after
        states.append(last)
    }
}
