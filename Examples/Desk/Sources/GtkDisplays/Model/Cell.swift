public import CGtk

/// The widgets that show one row after the other.
@MainActor
open class Cell<Row: Identifiable & Equatable> {
    /// The widget that contains the others.
    public let widget: Widget
    /// The row that is shown.
    public private(set) var row: Row?

    /// Creates a cell; `widget` is a new widget.
    public init(_ widget: Widget) {
        self.widget = widget
        g_object_ref_sink(widget.raw)
        Living.cells += 1
    }

    isolated deinit {
        g_object_unref(widget.raw)
        Living.cells -= 1
    }

    /// Whether the cell is of the right kind for a row.
    open func canShow(_ row: Row) -> Bool { true }

    /// Shows a row.
    open func show(_ row: Row) {}

    /// Shows new content of the same row.
    open func update(from old: Row, to new: Row) { show(new) }

    /// Shows a row, unless it is on the screen already.
    ///
    /// GTK 4.8 binds a cell again whenever the position of its row changes.
    func refresh(_ new: Row) {
        if let old = row, old.id == new.id {
            if old == new { return }
            row = new
            update(from: old, to: new)
        } else {
            row = new
            show(new)
        }
    }
}
