import CGtk

/// The widgets that show one row after the other.
@MainActor
open class Cell<Row: Identifiable & Equatable> {
    /// The widget that contains the others.
    public let widget: Widget
    /// The row that is shown.
    public internal(set) var row: Row?

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
}
