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
        #expect(update.before.version == last.version, "\(label): law 2, the versions are no chain")
        #expect(update.before == last, "\(label): law 2, the snapshots are no chain")
        #expect(!update.changes.isEmpty, "\(label): law 3, an empty update")
        #expect(update.before != update.after, "\(label): law 3, an update from a state to an equal one")
        if let before = update.before.version, let after = update.after.version {
            #expect(before < after, "\(label): law 16, versions do not increase")
        }
        do {
            try update.apply(to: &content)
        } catch {
            Issue.record("\(label): law 1, \(error)")
        }
        #expect(content == update.after.content, "\(label): law 1, the fold goes astray")
        last = update.after
        states.append(last)
    }
}
