/// What an update holds, for all subscribers that are given it.
@usableFromInline
// Sendable: what it holds is, and cannot be changed.
final class SharedUpdate<Snapshot: SnapshotProtocol>: ErasedUpdate, @unchecked Sendable {
    @usableFromInline let before: Snapshot
    @usableFromInline let after: Snapshot
    @usableFromInline let changes: Snapshot.Changes

    @inlinable
    init(before: Snapshot, after: Snapshot, changes: Snapshot.Changes) {
        self.before = before
        self.after = after
        self.changes = changes
        super.init()
    }

    @inlinable override var changeCount: Int { Snapshot.changeCount(of: Update(self)) }
}

/// An update, as hubs and subscriptions pass it around.
@usableFromInline
// Sendable: there is nothing in it, and nothing can be changed in its only subclass.
class ErasedUpdate: @unchecked Sendable {
    @inlinable
    init() {}

    /// How many items an operator that follows the update has to look at.
    @inlinable var changeCount: Int { 0 }
}
