import DataSources
import DataSourcesTesting
import DataSourcesViews

/// A display that obeys UIKit's rules, counts what it is told, and reads all its rows after every batch.
final class RecordingDisplay<Snapshot: StrictlyShown>: ListDisplay {
    private var strict = Snapshot().strict
    private(set) var resets = 0
    private(set) var batches: [Update<Snapshot>] = []
    private(set) var hints: [AnimationHint?] = []
    /// The number of updates since the last frame began.
    private(set) var updatesInFrame = 0
    private(set) var mostUpdatesInFrame = 0
    private(set) var counts: [Int] = []
    private(set) var faults: [String] = []
    /// The presentation, whose state has to be the one shown whenever the display is called.
    weak var presentation: Presentation<Snapshot>?
    /// Called when a batch arrives, before it is shown.
    var onBatch: ((RecordingDisplay) throws -> Void)?
    /// Called when the display is reset, after it is.
    var onReset: ((RecordingDisplay) -> Void)?
    /// Called when a frame begins.
    var onFrame: (() async -> Void)?

    var rows: [[Card?]] { strict.sections.map(\.items) }
    var items: [Card] { strict.items }
    /// The changes of all batches.
    var changes: [Snapshot.Changes] { batches.map(\.changes) }

    func reset(to snapshot: Snapshot) {
        resets += 1
        strict = snapshot.strict
        counts.append(snapshot.itemCount)
        onReset?(self)
    }

    func apply(_ stage: Update<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) throws {
        if let presentation, presentation.snapshot.rows != rows {
            faults.append("called while the presentation has \(presentation.snapshot.rows), not \(rows)")
        }
        let known = resets
        try onBatch?(self)
        // It has attached itself again, and so has been reset.
        if resets != known { return }
        do { try Snapshot.perform(stage, on: &strict) } catch { faults.append("\(error)") }
        if snapshot.rows != rows { faults.append("\(rows) is shown, not \(snapshot.rows)") }
        batches.append(stage)
        hints.append(animation)
        counts.append(snapshot.itemCount)
        // Between the stages of an update are states that no source has committed.
        if lastStage.version != nil || !stage.before.isIdentical(to: lastStage) { updatesInFrame += 1 }
        lastStage = snapshot
        mostUpdatesInFrame = max(mostUpdatesInFrame, updatesInFrame)
    }

    /// It is about to be attached: frames are counted anew.
    func willAttach() { updatesInFrame = 0 }

    /// The display has changed by itself what it shows.
    func make(_ snapshot: Snapshot) { strict = snapshot.strict }

    /// The state after the last batch: the stages of one update come one after the other.
    private var lastStage = Snapshot()

    func nextFrame() async {
        await onFrame?()
        updatesInFrame = 0
        lastStage = Snapshot()
    }
}
