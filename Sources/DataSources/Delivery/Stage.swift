/// A committed snapshot with its number: what a subscription holds of the past, and a hub of the present.
@usableFromInline
// Sendable: what it holds is, and cannot be changed.
final class Stage<Snapshot: SnapshotProtocol>: HubStage, @unchecked Sendable {
    @usableFromInline let snapshot: Snapshot

    @inlinable
    init(number: UInt64, snapshot: Snapshot) {
        self.snapshot = snapshot
        super.init(number: number)
    }

    @inlinable override var itemCount: Int { snapshot.itemCount }
}

/// A stage, as hubs and subscriptions pass it around.
///
/// It is a class and no protocol: passing it around takes one word and no metadata, and reading its number no call.
@usableFromInline
// Sendable: but for `steps`, nothing can be changed in it, nor in its only subclass.
class HubStage: @unchecked Sendable {
    /// The number of the commit; of a stage that is no commit of its hub, one that its consumer claims, or 0.
    @usableFromInline final let number: UInt64
    /// The table that may have a step from this stage.
    // Unsafe: only written under the table's lock, by somebody who has a reference; only read as the stage goes, after
    // all those have let go of it.
    final nonisolated(unsafe) var steps: StepTable?

    @usableFromInline
    init(number: UInt64) {
        self.number = number
    }

    /// The number of items in the snapshot.
    @inlinable var itemCount: Int { 0 }

    deinit {
        steps?.stageGone(ObjectIdentifier(self))
    }
}

/// What an update holds, for all subscribers that are given it.
@usableFromInline
// Sendable: what it holds is, and cannot be changed.
final class SharedUpdate<Snapshot: SnapshotProtocol>: HubUpdate, @unchecked Sendable {
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
class HubUpdate: @unchecked Sendable {
    @inlinable
    init() {}

    /// How many items an operator that follows the update has to look at.
    @inlinable var changeCount: Int { 0 }
}

/// What came of comparing two stages.
@usableFromInline
enum Comparison: Sendable {
    /// Nobody wanted to know any more.
    case stopped
    /// There is no difference.
    case equal
    /// There is one.
    case differs(HubUpdate)
}

/// Compares two stages of a hub.
///
/// It is made where the hub is made, and so compiled for the snapshot's type in the client: what is behind it need not
/// look up metadata, which would make the difference of two snapshots eight times as dear.
@usableFromInline
struct StageComparer: Sendable {
    @usableFromInline
    let compare: @Sendable (_ before: HubStage, _ after: HubStage, _ isCancelled: @escaping () -> Bool) -> Comparison

    @inlinable
    init<Snapshot: SnapshotProtocol>(of type: Snapshot.Type) {
        compare = { before, after, isCancelled in
            let before = unsafeDowncast(before, to: Stage<Snapshot>.self).snapshot
            let after = unsafeDowncast(after, to: Stage<Snapshot>.self).snapshot
            guard let changes = after.changes(from: before, isCancelled: isCancelled) else { return .stopped }
            #if DATASOURCES_MUTANTS
            let isEmpty = changes.isEmpty && !Mutation.isActive(.deliversEmptyUpdates)
            #else
            let isEmpty = changes.isEmpty
            #endif
            return isEmpty ? .equal : .differs(SharedUpdate(before: before, after: after, changes: changes))
        }
    }
}
