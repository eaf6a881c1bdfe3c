import DataSources
import DataSourcesTesting
import DataSourcesViews

/// A display that obeys UIKit's rules, counts what it is told, and reads its rows after every batch.
final class RecordingDisplay: ListDisplay {
    typealias Snapshot = ListSnapshot<Card>

    private var strict = StrictListDisplay<Card>(ListSnapshot(), refresh: .reconfigure)
    private(set) var resets = 0
    private(set) var batches: [ListChanges] = []
    private(set) var hints: [AnimationHint?] = []
    private(set) var frames = 0
    private(set) var counts: [Int] = []
    /// Called when a batch arrives, before it is shown.
    var onBatch: ((RecordingDisplay) throws -> Void)?
    /// Called when a frame begins.
    var onFrame: (() async -> Void)?

    var items: [Card] { strict.items }

    func reset(to snapshot: Snapshot) {
        resets += 1
        strict = StrictListDisplay(snapshot, refresh: .reconfigure)
        counts.append(snapshot.count)
    }

    func apply(_ stage: Update<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) throws {
        try onBatch?(self)
        try strict.performBatchUpdates(stage.changes, to: snapshot)
        batches.append(stage.changes)
        hints.append(animation)
        counts.append(snapshot.count)
    }

    func nextFrame() async {
        frames += 1
        await onFrame?()
    }
}

/// An item of the tests.
struct Card: Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""

    init(_ id: Int, _ title: String = "") {
        (self.id, self.title) = (id, title)
    }
}
