import DataSources
import DataSourcesViews
import TerminalViews

/// The log: a display that shows the changes themselves, not the list.
final class LogDisplay: ListDisplay {
    typealias Snapshot = ListSnapshot<Process>
    typealias Batch = Update<Snapshot>

    /// More than any window can show is not worth keeping.
    private static let mostLines = 500

    /// The lines, the newest one last.
    private(set) var lines: [Line] = []
    /// How many changes the last update had of each kind.
    private(set) var summary = ""
    /// Is called when there are more lines.
    var onChange: () -> Void = {}

    /// How many lines one kind of change may take at a time.
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Whole updates: their changes are what is shown.
    var batching: Batching<Snapshot, Batch> { .whole }

    func reset(to snapshot: Snapshot) {
        // Whoever comes back has not forgotten what was there.
        if lines.isEmpty { add([Line("watching \(snapshot.count) processes", .dim)], "") }
    }

    func apply(_ batch: Batch, to snapshot: Snapshot, animation: AnimationHint?) {
        add(batch.log(limit: limit), batch.summary)
    }

    private func add(_ new: [Line], _ summary: String) {
        lines = (lines + new).suffix(Self.mostLines)
        self.summary = summary
        onChange()
    }
}
