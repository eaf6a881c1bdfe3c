/// The result of comparing two commits.
@usableFromInline
enum Comparison: Sendable {
    /// It was cancelled.
    case stopped
    /// The commits are equal.
    case equal
    /// The commits differ.
    case differs(ErasedUpdate)
}

/// Compares two commits of a hub.
///
/// It is created where the hub is, and so is specialised for the snapshot's type in the client's module. Looking up
/// metadata instead would make a difference eight times as slow.
@usableFromInline
struct CommitComparer: Sendable {
    @usableFromInline
    let compare: @Sendable (_ before: HubCommit, _ after: HubCommit, _ isCancelled: @escaping () -> Bool) -> Comparison

    @inlinable
    init<Snapshot: SnapshotProtocol>(of type: Snapshot.Type) {
        compare = { before, after, isCancelled in
            let annotation = after.publishedAnnotation
            let before = downcast(before, to: Commit<Snapshot>.self).snapshot
            let after = downcast(after, to: Commit<Snapshot>.self).snapshot
            guard let changes = after.changes(from: before, isCancelled: isCancelled) else { return .stopped }
            let isEmpty = changes.isEmpty
            if isEmpty { return .equal }
            return .differs(SharedUpdate(before: before, after: after, changes: changes, annotation: annotation))
        }
    }
}
