/// A committed snapshot with its number: what a subscription holds of the past, and a hub of the present.
@usableFromInline
final class Stage<Snapshot: SnapshotProtocol>: HubStage {
    @usableFromInline let number: UInt64
    @usableFromInline let snapshot: Snapshot

    @inlinable
    init(number: UInt64, snapshot: Snapshot) {
        self.number = number
        self.snapshot = snapshot
    }
}

/// A stage, as hubs and subscriptions pass it around: not generic, so that passing it around is cheap.
@usableFromInline
protocol HubStage: AnyObject, Sendable {
    /// The number of the commit.
    var number: UInt64 { get }
}

/// An update that subscribers share.
@usableFromInline
final class SharedUpdate<Snapshot: SnapshotProtocol>: HubUpdate {
    @usableFromInline let update: Update<Snapshot>

    @inlinable
    init(_ update: Update<Snapshot>) {
        self.update = update
    }
}

/// An update, as hubs and subscriptions pass it around.
@usableFromInline
protocol HubUpdate: AnyObject, Sendable {}

/// What came of comparing two stages.
@usableFromInline
enum Comparison: Sendable {
    /// Nobody wanted to know any more.
    case stopped
    /// There is no difference.
    case equal
    /// There is one.
    case differs(any HubUpdate)
}

/// Compares two stages of a hub.
///
/// It is made where the hub is made, and so compiled for the snapshot's type in the client: what is behind it need not
/// look up metadata, which would make the difference of two snapshots eight times as dear.
@usableFromInline
struct StageComparer: Sendable {
    @usableFromInline
    let compare:
        @Sendable (_ before: any HubStage, _ after: any HubStage, _ isCancelled: @escaping () -> Bool) -> Comparison

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
            return isEmpty ? .equal : .differs(SharedUpdate(Update(before: before, after: after, changes: changes)))
        }
    }
}
