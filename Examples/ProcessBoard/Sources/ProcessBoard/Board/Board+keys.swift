import Console
import TerminalViews

extension Board {
    /// A key was pressed, or the mouse used.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - layout: Where the parts of the window are.
    ///   - process: The selected process of the list that has the focus.
    /// - Returns: What is left to do.
    mutating func keyPressed(_ key: Key, in layout: Layout, selected process: Process?) -> Action {
        message = nil
        switch mode {
        case .browsing: return browsed(key, layout, process)
        case .typing: return typed(key)
        case .helping(let first):
            mode = Self.help.keyPressed(key, from: first, in: layout.size).map { .helping($0) } ?? .browsing
            return .nothing
        case .signalling(let choice): return signalled(key, choice)
        }
    }

    private mutating func browsed(_ key: Key, _ layout: Layout, _ process: Process?) -> Action {
        let list = list(in: layout)
        switch key {
        case .character("q"), .character("Q"), .function(10): return .quit
        case .character("?"), .character("h"), .function(1): mode = .helping(0)
        case .character("/"), .function(3), .function(4): mode = .typing
        case .character("k"), .function(9):
            if let process {
                mode = .signalling(SignalChoice(process))
            } else {
                message = Line(" no process is selected: choose one with ↑ and ↓", .yellow)
            }
        case .character("r"), .character("I"):
            sorting.isReversed.toggle()
            return .sort(sorting)
        case .character("<"), .character(">"): return neighbouringOrder(key == .character("<") ? -1 : 1)
        case .tab, .backTab: focus = list == .table ? .users : .table
        case .character("1"): view = .table
        case .character("2"), .function(5): view = view == .users && key == .function(5) ? .table : .users
        case .character("3"): view = .log
        case .character("4"): view = .all
        case .escape: return escaped(list)
        case .control("l"): return .redraw
        case .character(" "), .enter:
            if list == .users { return .fold(nil) }
            message = Line(" only users fold: press 2", .yellow)
        case .left: return list == .users ? .fold(true) : .nothing
        case .right: return list == .users ? .fold(false) : .nothing
        case .character("-"), .character("+"), .character("*"): return .foldAll(key == .character("-"))
        case .click(let place): return clicked(place, layout)
        case .wheel(_, let place):
            guard let command = RowCommand(key) else { return .nothing }
            return .rows(command, layout.users?.contains(place) == true ? .users : .table)
        case .character(let letter): return sorted(by: letter)
        default: return RowCommand(key).map { .rows($0, list) } ?? .nothing
        }
        return .nothing
    }

    private mutating func sorted(by letter: Character) -> Action {
        guard let order = Order.allCases.first(where: { $0.key == letter }) else { return .nothing }
        sorting.chosen(order)
        return .sort(sorting)
    }

    private mutating func neighbouringOrder(_ distance: Int) -> Action {
        let orders = Order.allCases
        guard let position = orders.firstIndex(of: sorting.order) else { return .nothing }
        sorting = Sorting(order: orders[(position + distance + orders.count) % orders.count])
        return .sort(sorting)
    }

    /// Esc takes back one thing: the filter, and then the selection.
    private mutating func escaped(_ list: List) -> Action {
        if filter.text.isEmpty { return .rows(.deselect, list) }
        filter.clear()
        return .filter("")
    }

    /// A click selects a row, sorts by a title, and folds by the arrow of a header.
    private mutating func clicked(_ place: Key.Place, _ layout: Layout) -> Action {
        if let table = layout.table, table.contains(place) {
            focus = .table
            if table.hasTitles, place.row == table.content.lowerBound - 1 {
                guard let order = TablePane.order(at: place.column - table.textColumn, width: table.size.width) else {
                    return .nothing
                }
                sorting.chosen(order)
                return .sort(sorting)
            }
            return .rows(.select(place.row - table.content.lowerBound), .table)
        }
        if let users = layout.users, users.contains(place) {
            focus = .users
            return .rows(.select(place.row - users.content.lowerBound), .users)
        }
        return .nothing
    }

    private mutating func typed(_ key: Key) -> Action {
        switch key {
        case .enter: mode = .browsing
        case .escape:
            mode = .browsing
            filter.clear()
            return .filter("")
        case .up, .down, .pageUp, .pageDown:
            // Whoever has typed enough looks at what was found.
            mode = .browsing
            return RowCommand(key).map { .rows($0, focus) } ?? .nothing
        default:
            if filter.keyPressed(key) { return .filter(filter.text) }
        }
        return .nothing
    }

    private mutating func signalled(_ key: Key, _ choice: SignalChoice) -> Action {
        var choice = choice
        switch key {
        case .enter, .character("y"):
            mode = .browsing
            return .send(choice.signal, choice.process)
        case .up, .character("k"): choice.moved(by: -1)
        case .down, .character("j"): choice.moved(by: 1)
        case .escape, .character("n"), .character("q"):
            mode = .browsing
            return .nothing
        default: return .nothing
        }
        mode = .signalling(choice)
        return .nothing
    }
}
