import DataSources
import Synchronization

/// An edit that is shown before the source has made it.
struct PresentedEdit<Snapshot: SnapshotProtocol>: Sendable {
    let number: Int
    let life: EditLife
    /// Makes the edit in a state; `nil` if it has no place there.
    let make: @Sendable (Snapshot) -> Snapshot?
}

/// Whether an edit still counts.
///
/// Its proposal can be released on any thread, which must not touch the presentation.
final class EditLife: Sendable {
    private let hasEnded = Atomic(false)

    var isOver: Bool { hasEnded.load(ordering: .acquiring) }

    func end() { hasEnded.store(true, ordering: .releasing) }
}
