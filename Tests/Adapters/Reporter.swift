import DataSources
import DataSourcesViews

/// Passes everything on to a display, and says when it has.
@MainActor
final class Reporter<Display: ListDisplay>: ListDisplay {
    typealias Snapshot = Display.Snapshot
    typealias Batch = Display.Batch

    private let display: Display
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ display: Display) { self.display = display }

    var batching: Batching<Snapshot, Batch> { display.batching }

    func reset(to snapshot: Snapshot) {
        display.reset(to: snapshot)
        report()
    }

    func apply(_ batch: Batch, to snapshot: Snapshot, animation: AnimationHint?) throws {
        try display.apply(batch, to: snapshot, animation: animation)
        report()
    }

    /// At once: nothing here depends on time.
    func nextFrame() async {}

    private func report() { waiting.take()?.resume() }

    /// Waits until the condition is true; looks again whenever the display has been told something.
    func told(_ condition: () -> Bool) async {
        while !condition() { await withCheckedContinuation { waiting = $0 } }
    }
}
