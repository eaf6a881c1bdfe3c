/// The storage of an update, shared by all subscribers that receive it.
@usableFromInline
// Sendable: all its properties are immutable and Sendable.
final class SharedUpdate<Snapshot: SnapshotProtocol>: ErasedUpdate, @unchecked Sendable {
    @usableFromInline let before: Snapshot
    @usableFromInline let after: Snapshot
    @usableFromInline let changes: Snapshot.Changes
    @usableFromInline let annotation: BoxedAnnotation?

    @inlinable
    init(before: Snapshot, after: Snapshot, changes: Snapshot.Changes, annotation: BoxedAnnotation? = nil) {
        self.before = before
        self.after = after
        self.changes = changes
        self.annotation = annotation
        super.init()
    }

    @inlinable override var changeCount: Int { Snapshot.changeCount(of: Update(self)) }
}

/// A type-erased update, as hubs and subscriptions pass it on.
@usableFromInline
// Sendable: it has no state, and its only subclass is immutable.
class ErasedUpdate: @unchecked Sendable {
    @inlinable
    init() {}

    /// The number of items that an operator reads to follow the update.
    @inlinable var changeCount: Int { 0 }
}
