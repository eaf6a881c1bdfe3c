/// A committed snapshot and its number; a subscription retains its last one, a hub its newest.
@usableFromInline
// Sendable: its properties are, and they are immutable.
final class Commit<Snapshot: SnapshotProtocol>: HubCommit, @unchecked Sendable {
    @usableFromInline let snapshot: Snapshot

    @inlinable
    init(number: UInt64, snapshot: Snapshot) {
        self.snapshot = snapshot
        super.init(number: number)
    }

    /// The commit of `snapshot` to follow `last`; `nil` if that has the identical snapshot.
    @inlinable
    static func next(of snapshot: Snapshot, after last: HubCommit, as version: Version) -> HubCommit? {
        if downcast(last, to: Commit<Snapshot>.self).snapshot.isIdentical(to: snapshot) { return nil }
        return Commit(number: version.number, snapshot: snapshot.committed(as: version))
    }

    @inlinable override var itemCount: Int { snapshot.itemCount }
}

/// A commit without its snapshot's type.
///
/// A class rather than a protocol: a reference takes one word, needs no metadata, and its number is read without a
/// call.
@usableFromInline
// Sendable: only `steps` and `annotation` are mutable, here and in the only subclass.
class HubCommit: @unchecked Sendable {
    /// The commit's number; for a snapshot that is not the hub's own commit, the number its consumer claims, or 0.
    @usableFromInline final let number: UInt64
    /// The table that may have a step from this commit.
    // Unsafe: written only under the table's lock, by a caller that retains the commit; read only by deinit, after all
    // those references are released.
    final nonisolated(unsafe) var steps: StepTable?
    /// The annotation of the transaction.
    // Unsafe: written once, by the task that makes the commit, before the commit is published.
    final nonisolated(unsafe) var annotation: BoxedAnnotation?

    @usableFromInline
    init(number: UInt64) {
        self.number = number
    }

    /// The annotation of a commit that has been published.
    // Not inlined: clients check each access to a mutable property for exclusivity, this module need not.
    @usableFromInline final var publishedAnnotation: BoxedAnnotation? {
        @inline(never)
        get {
            // Written before the commit was published.
            unsafe annotation
        }
    }

    /// The number of items in the snapshot.
    @inlinable var itemCount: Int { 0 }

    deinit {
        // Nobody else has a reference any more.
        unsafe steps?.commitGone(ObjectIdentifier(self))
    }
}
