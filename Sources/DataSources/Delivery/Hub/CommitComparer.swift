/// What came of comparing two commits.
@usableFromInline
enum Comparison: Sendable {
    /// Nobody wanted to know any more.
    case stopped
    /// There is no difference.
    case equal
    /// There is one.
    case differs(ErasedUpdate)
}

/// Compares two commits of a hub.
///
/// It is made where the hub is made, and so compiled for the snapshot's type in the client: what is behind it need not
/// look up metadata, which would make the difference of two snapshots eight times as dear.
@usableFromInline
struct CommitComparer: Sendable {
    @usableFromInline
    let compare: @Sendable (_ before: HubCommit, _ after: HubCommit, _ isCancelled: @escaping () -> Bool) -> Comparison

    @inlinable
    init<Snapshot: SnapshotProtocol>(of type: Snapshot.Type) {
        compare = { before, after, isCancelled in
            let before = unsafeDowncast(before, to: Commit<Snapshot>.self).snapshot
            let after = unsafeDowncast(after, to: Commit<Snapshot>.self).snapshot
            guard let changes = after.changes(from: before, isCancelled: isCancelled) else { return .stopped }
            let isEmpty = changes.isEmpty
            return isEmpty ? .equal : .differs(SharedUpdate(before: before, after: after, changes: changes))
        }
    }
}
