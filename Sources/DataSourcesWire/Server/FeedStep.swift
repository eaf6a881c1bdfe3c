internal import DataSources

/// A state that a feed passes on, and the update that led to it; clients that have the state share it.
///
/// It hides the type of the state. So what each client does for each frame is not generic code, which other modules do
/// not specialize; only the client that makes a frame looks inside.
final class FeedStep: Sendable {
    /// The version of the state.
    let version: Version?
    /// Which life of the source it is of: another one has nothing to do with it, and may repeat its versions.
    ///
    /// Only a relay's source has more than one.
    let life: Int
    /// A `Content` of the feed's type of snapshot.
    private let content: any Sendable

    private struct Content<Snapshot: SnapshotProtocol>: Sendable {
        let snapshot: Snapshot
        let update: Update<Snapshot>?
    }

    init<Snapshot: SnapshotProtocol>(_ snapshot: Snapshot, _ update: Update<Snapshot>? = nil, life: Int = 0) {
        version = snapshot.version
        self.life = life
        content = Content(snapshot: snapshot, update: update)
    }

    /// The number of the version; 0 if there is none.
    var number: UInt64 { version?.number ?? 0 }

    /// The state; the empty one if it has another type, which a feed does not mix.
    func snapshot<Snapshot: SnapshotProtocol>(as type: Snapshot.Type = Snapshot.self) -> Snapshot {
        (content as? Content<Snapshot>)?.snapshot ?? Snapshot()
    }

    /// The update that led to the state, from some other one.
    func update<Snapshot: SnapshotProtocol>(of type: Snapshot.Type = Snapshot.self) -> Update<Snapshot>? {
        (content as? Content<Snapshot>)?.update
    }
}
