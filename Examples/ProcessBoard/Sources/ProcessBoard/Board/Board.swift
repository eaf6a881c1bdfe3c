import TerminalViews

/// What the user sees and has chosen, and what keys do: a pure machine without a terminal.
///
/// An input returns the action that is left to whoever has the sources and the lists.
struct Board: Equatable, Sendable {
    /// What keys are for.
    enum Mode: Equatable, Sendable {
        case browsing
        /// Keys are the letters of the filter.
        case typing
        /// The help is open, from one of its lines on.
        case helping(Int)
        case signalling(SignalChoice)
    }

    /// The two lists; keys move the selection of one.
    enum List: Equatable, Sendable {
        case table, users
    }

    /// What is left to do.
    enum Action: Equatable, Sendable {
        case nothing
        case quit
        /// Draw the window from nothing: something else has written to it.
        case redraw
        case sort(Sorting)
        case filter(String)
        /// Of a list, the one that has the focus or the one below the mouse.
        case rows(RowCommand, List)
        /// Fold the user of the selected row, unfold it, or whatever it is not.
        case fold(Bool?)
        case foldAll(Bool)
        case send(SignalChoice.Signal, Process)
    }

    var view: Options.View
    var sorting: Sorting
    var filter: TextField
    var mode = Mode.browsing
    /// The list that has the focus, if there are two.
    var focus = List.table
    /// What came of the last signal; shown until the next key.
    var message: Line?

    init(view: Options.View, sorting: Sorting, filter: String) {
        self.view = view
        self.sorting = sorting
        self.filter = TextField(filter)
    }

    /// The list that keys are for in a layout.
    func list(in layout: Layout) -> List {
        if layout.table == nil { return .users }
        return layout.users == nil ? .table : focus
    }
}
