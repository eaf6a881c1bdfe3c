import DataSources
import DataSourcesViews

/// A screen that shows the first 50 rows of a list, on a thread that measures.
actor MeasuredScreen {
    let thread: ScreenThread
    private let presentation: Presentation<ListSnapshot<Employee>>
    private let display = WindowDisplay()
    private var selection: Selection<ListSnapshot<Employee>>?

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(of source: ListSource<Employee>, on thread: ScreenThread) {
        self.thread = thread
        presentation = Presentation(of: source)
    }

    func attach(resets: ResetPolicy<ListSnapshot<Employee>>, selected: Range<Int>) {
        if !selected.isEmpty {
            selection = Selection(in: presentation)
            selection?.replace(with: selected)
        }
        presentation.attach(display, resets: resets)
    }

    func run() async { await presentation.run() }

    /// Suspends until the display has been told the state `number` times.
    func told(_ number: Int) async {
        if display.told >= number { return }
        await withCheckedContinuation { display.waiting = (number, $0) }
    }

    func restart() {
        display.cost = 0
        display.rowsRequested = 0
        thread.restart()
    }

    /// The display's own work in nanoseconds, the rows that it asked for, and how many times it was told something.
    var figures: (cost: Double, rows: Int, told: Int) { (display.cost, display.rowsRequested, display.told) }
    var selectedCount: Int { selection?.count ?? 0 }
}

/// Shows the first 50 rows of a list: asks for those of them that changed.
final class WindowDisplay: ListDisplay {
    private var shown = ListSnapshot<Employee>()
    private var names: [String] = []
    private(set) var told = 0
    fileprivate(set) var cost = 0.0
    fileprivate(set) var rowsRequested = 0
    fileprivate var waiting: (number: Int, continuation: CheckedContinuation<Void, Never>)?

    func reset(to snapshot: ListSnapshot<Employee>) {
        let start = cpuNanoseconds()
        shown = snapshot
        names = (0..<50).map(name)
        end(start)
    }

    func apply(
        _ stage: Update<ListSnapshot<Employee>>, to snapshot: ListSnapshot<Employee>, animation: AnimationHint?
    ) {
        let start = cpuNanoseconds()
        shown = snapshot
        let changes = stage.changes
        if changes.insertions.isEmpty, changes.deletions.isEmpty, changes.moves.isEmpty {
            for run in changes.updates.runs where run.after < 50 {
                for position in run.after..<min(50, run.after + run.count) { names[position] = name(position) }
            }
        } else {
            names = (0..<50).map(name)
        }
        end(start)
    }

    func nextFrame() async {}

    private func name(_ position: Int) -> String {
        rowsRequested += 1
        return shown[position].map { "\($0.name): \($0.salary)" } ?? ""
    }

    private func end(_ start: UInt64) {
        told += 1
        cost += Double(cpuNanoseconds() - start)
        if let waiting, told >= waiting.number {
            self.waiting = nil
            waiting.continuation.resume()
        }
    }
}
