/// A committed snapshot with its number: what a subscription holds of the past, and a hub of the present.
@usableFromInline
// Sendable: what it holds is, and cannot be changed.
final class Commit<Snapshot: SnapshotProtocol>: HubCommit, @unchecked Sendable {
    @usableFromInline let snapshot: Snapshot

    @inlinable
    init(number: UInt64, snapshot: Snapshot) {
        self.snapshot = snapshot
        super.init(number: number)
    }

    @inlinable override var itemCount: Int { snapshot.itemCount }
}

/// A commit, as hubs and subscriptions pass it around.
///
/// It is a class and no protocol: passing it around takes one word and no metadata, and reading its number no call.
@usableFromInline
// Sendable: but for `steps`, nothing can be changed in it, nor in its only subclass.
class HubCommit: @unchecked Sendable {
    /// The number of the commit; of a commit that is no commit of its hub, one that its consumer claims, or 0.
    @usableFromInline final let number: UInt64
    /// The table that may have a step from this commit.
    // Unsafe: only written under the table's lock, by somebody who has a reference; only read as the commit goes, after
    // all those have let go of it.
    final nonisolated(unsafe) var steps: StepTable?

    @usableFromInline
    init(number: UInt64) {
        self.number = number
    }

    /// The number of items in the snapshot.
    @inlinable var itemCount: Int { 0 }

    deinit {
        steps?.commitGone(ObjectIdentifier(self))
    }
}
