public import Console
public import DataSources
public import DataSourcesViews

/// Shows a list or sections in a part of a terminal's window: the rows in view, one of which can be selected.
///
/// It takes any update in one batch, and calls ``onChange``. It draws nothing itself: whoever composes the window asks for
/// ``lines(in:isActive:)``, and a ``FrameWriter`` finds what to write. Lines are made only for rows in view that have
/// changed.
///
/// - The selection belongs to a row, not to a position: it follows the row wherever an update moves it, and the window
///   follows the selection. If the row goes, the header of its section or a neighbour is selected.
/// - The wheel scrolls the window away from the selection. The window stays there until a key moves the selection.
public final class TerminalDisplay<Snapshot: RowSnapshot>: ListDisplay {
    /// It takes whole updates.
    public typealias Batch = Update<Snapshot>

    /// What is shown.
    public private(set) var shown = Snapshot()
    /// The id of the selected row; `nil` if none is selected.
    public private(set) var selectedID: Snapshot.Row.ID?
    /// How many lines have been made so far.
    public private(set) var linesMade = 0
    /// Is called when the display has something else to show.
    public var onChange: () -> Void = {}
    /// Is called with each update that was shown.
    public var onUpdate: (Update<Snapshot>) -> Void = { _ in }
    /// The time between two frames: it is told at most one update in it.
    public var frameTime = Duration.microseconds(16_667)

    private let line: (_ row: Snapshot.Row, _ width: Int, _ isSelected: Bool) -> Line
    private var cursor = RowCursor()
    /// The lines in view after the last drawing.
    private var cache: [Snapshot.Row.ID: CachedLine] = [:]

    private struct CachedLine {
        let row: Snapshot.Row
        let line: Line
        let width: Int
        let isSelected: Bool
    }

    /// Creates a display that shows nothing yet.
    ///
    /// - Parameter line: Makes the line of a row, for a width that it is then cut or filled to. It must give the same
    ///   line for equal rows until ``forgetLines()`` is called.
    public init(line: @escaping (_ row: Snapshot.Row, _ width: Int, _ isSelected: Bool) -> Line) {
        self.line = line
    }

    // MARK: Display

    /// Whole updates: the terminal is drawn from the state, whatever the changes.
    public var batching: Batching<Snapshot, Update<Snapshot>> { .whole }

    /// Shows a state instead of what was shown.
    public func reset(to snapshot: Snapshot) {
        show(snapshot)
    }

    /// Shows the state after an update.
    public func apply(_ batch: Update<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) {
        show(snapshot)
        onUpdate(batch)
    }

    /// Waits for the next frame.
    public func nextFrame() async {
        // A cancelled sleep ends early.
        try? await Task.sleep(for: frameTime)
    }

    private func show(_ snapshot: Snapshot) {
        let before = shown
        shown = snapshot
        followSelection(from: before)
        onChange()
    }

    private func followSelection(from before: Snapshot) {
        guard let id = selectedID, let old = cursor.selection else {
            return cursor.rowsChanged(count: shown.rowCount, selection: nil)
        }
        if shown.row(at: old)?.id == id {
            cursor.rowsChanged(count: shown.rowCount, selection: old)
        } else if let position = shown.rowPosition(of: id) {
            cursor.rowsChanged(count: shown.rowCount, selection: position)
        } else {
            let substitute = before.substitute(for: id, in: shown)
            cursor.rowsChanged(
                count: shown.rowCount, selection: substitute.flatMap { shown.rowPosition(of: $0) } ?? old)
            selectedID = cursor.selection.flatMap { shown.row(at: $0)?.id }
        }
    }

    // MARK: Lines

    /// The rows in view: exactly as many lines as there is room for, each of exactly this width.
    ///
    /// - Parameters:
    ///   - size: The room.
    ///   - isActive: Whether the selected row is marked.
    /// - Returns: The lines from the top.
    public func lines(in size: Size, isActive: Bool = true) -> [Line] {
        let width = max(0, size.width)
        cursor.heightChanged(size.height)
        var lines: [Snapshot.Row.ID: CachedLine] = [:]
        let rows = shown.rows(in: cursor.visible)
        let result = rows.map { row in
            let isSelected = isActive && row.id == selectedID
            let cached = cache[row.id].flatMap {
                $0.row == row && $0.width == width && $0.isSelected == isSelected ? $0 : nil
            }
            let made = cached ?? make(row, width, isSelected)
            lines[row.id] = made
            return made.line
        }
        cache = lines
        return result + Array(repeating: Line().fitted(to: width), count: max(0, size.height - result.count))
    }

    private func make(_ row: Snapshot.Row, _ width: Int, _ isSelected: Bool) -> CachedLine {
        linesMade += 1
        let line = line(row, width, isSelected).fitted(to: width)
        return CachedLine(row: row, line: line, width: width, isSelected: isSelected)
    }

    /// Lines look different from now on, though their rows have not changed.
    public func forgetLines() {
        cache.removeAll()
        onChange()
    }

    /// The positions of the rows in view, when the display was last drawn.
    public var visible: Range<Int> { cursor.visible }

    /// The selected row; `nil` if none is selected.
    public var selectedRow: Snapshot.Row? { cursor.selection.flatMap { shown.row(at: $0) } }

    // MARK: Input

    /// Does what the user wishes: moves the selection, or scrolls.
    public func perform(_ command: RowCommand) {
        let before = (cursor, selectedID)
        switch command {
        case .move(let distance): cursor.selectionMoved(by: distance)
        case .movePages(let pages): cursor.selectionMoved(by: pages * max(1, cursor.height - 1))
        case .moveToStart: cursor.selected(0)
        case .moveToEnd: cursor.selected(cursor.count - 1)
        case .scroll(let distance): cursor.scrolled(by: distance)
        case .select(let row): cursor.selected(cursor.visible.contains(cursor.offset + row) ? cursor.offset + row : nil)
        case .deselect: cursor.selected(nil)
        }
        selectedID = selectedRow?.id
        if before != (cursor, selectedID) { onChange() }
    }
}
