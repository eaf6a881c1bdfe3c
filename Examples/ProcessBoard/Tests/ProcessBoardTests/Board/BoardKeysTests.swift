import Console
import TerminalViews
import Testing

@testable import ProcessBoard

@Suite struct BoardKeysTests {
    private static let layout = Layout(.all, in: Size(width: 120, height: 40), cores: 2)
    private let process = Process.sample(47, "sleep")

    private static func board(_ view: Options.View = .all, filter: String = "") -> Board {
        Board(view: view, sorting: Sorting(order: .cpu), filter: filter)
    }

    /// Presses keys one after the other.
    private func actions(_ board: inout Board, _ keys: [Key], in layout: Layout = layout) -> [Board.Action] {
        keys.map { board.keyPressed($0, in: layout, selected: process) }
    }

    @Test func `A filter is followed at each letter; a word or all of it can be deleted; Enter keeps it`() {
        var board = Self.board()
        let keys: [Key] = [.character("/")] + "sw qc".map(Key.character)
        #expect(actions(&board, keys).last == .filter("sw qc"))
        #expect(actions(&board, [.control("w")]) == [.filter("sw ")])
        #expect(actions(&board, [.backspace, .control("w")]) == [.filter("sw"), .filter("")])
        #expect(actions(&board, [.character("é"), .control("u"), .character("x")]).last == .filter("x"))
        #expect(actions(&board, [.enter]) == [.nothing])
        #expect(board.mode == .browsing)
        #expect(board.filter.text == "x")
    }

    @Test func `Esc clears the filter, and then the selection`() {
        var board = Self.board(filter: "sw")
        #expect(actions(&board, [.escape, .escape]) == [.filter(""), .rows(.deselect, .table)])
        #expect(actions(&board, [.character("/"), .character("a"), .escape]).last == .filter(""))
        #expect(board.mode == .browsing)
    }

    @Test func `A key chooses the order, and the same key reverses it`() {
        var board = Self.board()
        #expect(actions(&board, [.character("m")]) == [.sort(Sorting(order: .memory))])
        #expect(actions(&board, [.character("m")]) == [.sort(Sorting(order: .memory, isReversed: true))])
        #expect(actions(&board, [.character("r")]) == [.sort(Sorting(order: .memory))])
        #expect(actions(&board, [.character(">")]) == [.sort(Sorting(order: .pid))])
        #expect(
            actions(&board, [.character("<"), .character("<"), .character("<")]).last == .sort(Sorting(order: .user)))
    }

    @Test func `A signal is sent only after it was confirmed`() {
        var board = Self.board()
        #expect(actions(&board, [.character("k"), .escape]) == [.nothing, .nothing])
        #expect(actions(&board, [.character("k"), .character("n")]) == [.nothing, .nothing])
        #expect(actions(&board, [.character("k"), .enter]).last == .send(SignalChoice.signals[0], process))
        #expect(actions(&board, [.character("k"), .down, .enter]).last == .send(SignalChoice.signals[1], process))
        #expect(
            actions(&board, [.character("k"), .up, .character("y")]).last == .send(SignalChoice.signals[8], process))
        #expect(board.mode == .browsing)
    }

    @Test func `The process that was chosen is the one that is sent the signal, whatever is selected meanwhile`() {
        var board = Self.board()
        _ = board.keyPressed(.character("k"), in: Self.layout, selected: process)
        let action = board.keyPressed(.enter, in: Self.layout, selected: .sample(48))
        #expect(action == .send(SignalChoice.signals[0], process))
    }

    @Test func `Without a selection no signal is asked for`() {
        var board = Self.board()
        #expect(board.keyPressed(.character("k"), in: Self.layout, selected: nil) == .nothing)
        #expect(board.mode == .browsing)
        #expect(board.message != nil)
        _ = board.keyPressed(.down, in: Self.layout, selected: nil)
        #expect(board.message == nil)
    }

    @Test func `Keys go to the list that has the focus, and the wheel to the one below it`() throws {
        var board = Self.board()
        #expect(
            actions(&board, [.down, .tab, .pageUp]) == [
                .rows(.move(1), .table), .nothing, .rows(.movePages(-1), .users),
            ])
        #expect(
            actions(&board, [.character(" "), .left, .right, .character("-"), .character("+")]) == [
                .fold(nil), .fold(true), .fold(false), .foldAll(true), .foldAll(false),
            ])
        let users = try #require(Self.layout.users)
        let place = Key.Place(column: users.column + 2, row: users.row + 2)
        _ = actions(&board, [.tab])
        #expect(actions(&board, [.wheel(.down, place)]) == [.rows(.scroll(3), .users)])
        #expect(actions(&board, [.click(place)]) == [.rows(.select(1), .users)])
        #expect(board.focus == .users)
        // The table alone has the focus, whatever had it before.
        let alone = Layout(.table, in: Size(width: 120, height: 40), cores: 2)
        #expect(actions(&board, [.end], in: alone) == [.rows(.moveToEnd, .table)])
    }

    @Test func `A click on a title sorts by it, and one on a row selects it`() throws {
        var board = Self.board()
        let table = try #require(Self.layout.table)
        let titles = Key.Place(column: table.textColumn + 2, row: table.content.lowerBound - 1)
        #expect(actions(&board, [.click(titles)]) == [.sort(Sorting(order: .pid))])
        let row = Key.Place(column: table.column, row: table.content.lowerBound + 4)
        #expect(actions(&board, [.click(row)]) == [.rows(.select(4), .table)])
        #expect(actions(&board, [.click(Key.Place(column: 0, row: 0))]) == [.nothing])
    }

    @Test func `Any key closes the help, and q quits only while nothing else is open`() {
        var board = Self.board()
        #expect(actions(&board, [.character("?"), .character("q")]) == [.nothing, .nothing])
        #expect(actions(&board, [.character("/"), .character("q")]).last == .filter("q"))
        #expect(actions(&board, [.escape, .character("q")]).last == .quit)
    }
}
