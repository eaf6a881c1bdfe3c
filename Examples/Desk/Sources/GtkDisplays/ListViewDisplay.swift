import CGtk
import DataSources
public import DataSourcesViews

/// A `GtkListView` that shows a source.
///
/// ```swift
/// let rows = try RowFactory<Ticket, Cell<Ticket>> {
///     Row("ticket") { TicketCell() } configure: { $0.show($1) } update: { $0.update(from: $1, to: $2) }
/// }
/// let display = ListViewDisplay<FlatList<Ticket>>(rows)
/// gtk_scrolled_window_set_child(scroller, display.widget)
/// presentation.attach(display, resets: .never)
/// ```
///
/// Large updates need no reset: they are few signals, however many rows change.
@MainActor
public final class ListViewDisplay<Rows: SelectableRows>: ListDisplay {
    /// The state that it shows.
    public typealias Snapshot = Rows.Snapshot
    /// The signals of one update.
    public typealias Batch = RangeBatch<Rows>

    /// The model of the list view.
    public let model = RowModel<Rows>()
    /// The list view.
    public let widget: Widget
    private let factory: CellFactory<Rows>

    /// Creates an empty list view.
    ///
    /// - Parameter rows: Makes and configures the cells.
    public init(_ rows: RowFactory<Rows.Row, Cell<Rows.Row>>) {
        factory = CellFactory(rows)
        // The view takes over a reference to both.
        widget = gtk_list_view_new(model.reference(), factory.object())!
        g_object_ref_sink(widget.raw)
    }

    isolated deinit {
        g_object_unref(widget.raw)
        model.release()
    }

    /// The cells that show rows at the moment, with the positions that GTK gives them.
    public var shownCells: [(position: Int, cell: Cell<Rows.Row>)] { factory.boundCells(in: widget) }

    // MARK: ListDisplay

    /// Updates become a few signals, off the main actor.
    public nonisolated var batching: Batching<Snapshot, RangeBatch<Rows>> { .ranges() }

    /// Shows a state.
    public func reset(to snapshot: Snapshot) { model.reset(to: Rows(snapshot)) }

    /// Shows an update.
    ///
    /// - Throws: ``DisplayError`` if the update starts from another state.
    public func apply(_ batch: RangeBatch<Rows>, to snapshot: Snapshot, animation: AnimationHint?) throws {
        guard batch.before.snapshot.isIdentical(to: model.rows.snapshot) else { throw DisplayError.otherState }
        model.apply(batch) { factory.boundPositions(in: widget) }
    }

    /// Returns when the view begins its next frame; at once if the view is not on the screen.
    @MainActor
    public func nextFrame() async {
        guard gtk_widget_get_mapped(widget).isTrue else { return }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let box = Unmanaged.passRetained(FrameContinuation(continuation)).toOpaque()
            // The callback runs once. GTK then calls its notifier, and also if the widget goes first.
            gtk_widget_add_tick_callback(widget, { _, _, _ in 0 }, box) { data in
                Unmanaged<FrameContinuation>.fromOpaque(data!).takeRetainedValue().continuation.resume()
            }
        }
    }
}

/// Why a display has refused an update.
public enum DisplayError: Error {
    /// The update starts from another state than the one shown.
    case otherState
}

private final class FrameContinuation {
    let continuation: CheckedContinuation<Void, Never>
    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }
}
