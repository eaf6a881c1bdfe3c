/// Which rows of a list are in the window, and which one is selected.
///
/// It is a pure machine over positions: it knows neither rows nor their ids. Whoever has them says where the selected
/// row is after an update.
struct RowCursor: Equatable, Sendable {
    /// The number of rows.
    private(set) var count = 0
    /// The position of the selected row; `nil` if none is selected.
    private(set) var selection: Int?
    /// The position of the first row in the window.
    private(set) var offset = 0
    /// The number of rows that the window has room for.
    private(set) var height = 0
    /// Whether the window follows the selected row; not after it was scrolled away from it.
    private var follows = false

    /// The positions in the window.
    var visible: Range<Int> { offset..<max(offset, min(count, offset + height)) }

    /// The list has so many rows now, and the selected row is at a position, or gone.
    mutating func rowsChanged(count: Int, selection: Int?) {
        self.count = max(0, count)
        self.selection = selection.flatMap { self.count == 0 ? nil : max(0, min($0, self.count - 1)) }
        settle()
    }

    /// The window has room for so many rows.
    mutating func heightChanged(_ height: Int) {
        if height == self.height { return }
        self.height = max(0, height)
        settle()
    }

    /// The user has moved the selection by so many rows; the first row is selected if none was.
    mutating func selectionMoved(by distance: Int) {
        guard count > 0 else { return }
        follows = true
        if let selection {
            self.selection = max(0, min(count - 1, selection + distance))
        } else {
            // The first key selects what is in the window.
            selection = distance < 0 ? min(offset, count - 1) : min(count - 1, offset + max(0, distance - 1))
        }
        settle()
    }

    /// The user has selected a row, or none.
    mutating func selected(_ position: Int?) {
        selection = position.flatMap { (0..<count).contains($0) ? $0 : nil }
        follows = selection != nil
        settle()
    }

    /// The user has scrolled the window; the selection stays where it is.
    mutating func scrolled(by distance: Int) {
        offset += distance
        follows = false
        settle()
        if let selection, visible.contains(selection) { follows = true }
    }

    private mutating func settle() {
        if follows, let selection {
            offset = min(selection, max(offset, selection - max(1, height) + 1))
        }
        offset = max(0, min(offset, count - height))
    }
}
