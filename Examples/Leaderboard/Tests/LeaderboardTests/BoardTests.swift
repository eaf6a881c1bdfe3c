import ArgumentParser
import Console
import ConsoleTesting
import DataSources
import TerminalViews
import Testing

@testable import Leaderboard

@MainActor @Suite struct BoardTests {
    private static func board(_ players: [Player], playerID: Int = 1) async throws -> (Board, ListSource<Player>) {
        let source = try ListSource(players)
        let views = Views(of: source, playerID: playerID)
        return (await Board(of: views, options: try .parse(["--interval", "0.1"])) { 0 }, source)
    }

    private static func text(_ board: Board, width: Int = 100, height: Int = 35) -> [String] {
        board.frame(in: Size(width: width, height: height), isFinal: false).map(\.text)
    }

    @Test func `Every window is filled exactly, however small`() async throws {
        let players = (1...200).map { Player(id: $0, country: "NO", score: 1000 - $0) }
        for board in [try await Self.board(players).0, try await Self.board([]).0] {
            for width in [0, 1, 40, 41, 42, 45, 80, 200] {
                for height in [0, 1, 2, 5, 11, 24, 35, 200] {
                    for isFinal in [false, true] {
                        let frame = board.frame(in: Size(width: width, height: height), isFinal: isFinal)
                        #expect(frame.count == height)
                        #expect(frame.allSatisfy { $0.columns == width }, "\(width)x\(height)")
                    }
                }
            }
        }
    }

    @Test func `Places, points, countries and costs are to be seen, and a narrow window has the main lines whole`()
        async throws
    {
        let (board, _) = try await Self.board((1...100).map { Player(id: $0, country: "NO", score: 1000 - $0) })
        let lines = Self.text(board)
        #expect(
            lines[3].contains("      1      player 1      NO       999  │      NO       100           94,950      949"))
        #expect(lines.contains { $0.contains("player 1 (NO) has 999 points: place 1 of 100") })
        #expect(lines[33].contains("differences computed"))
        #expect(lines[34].contains("qquit"))
        let narrow = Self.text(board, width: 60)
        #expect(narrow[0].hasPrefix(" Leaderboard  1,000,000 players, 0 of 10,000/s, for 0 s"))
        #expect(narrow.contains { $0.contains("player 1 (NO) has 999 points: place 1 of 100") })
        #expect(board.line.contains("first player 1 999; player 1 (NO) has 999 points: place 1 of 100; NO leads with"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `The selection follows its player, and what is written is as if drawn anew`() async throws {
        let (board, players) = try await Self.board((1...300).map { Player(id: $0, country: "NO", score: 10_000 - $0) })
        let size = Size(width: 100, height: 35)
        var writer = FrameWriter(palette: .color)
        var terminal = VirtualScreen(width: 100, height: 35) { $0.columns }
        func draw() { terminal.read(writer.frameChanged(board.frame(in: size, isFinal: false), size: size)) }
        draw()
        for key: Key in [.down, .down, .down] { #expect(board.press(key, size: size) == .handled) }
        draw()
        #expect(board.top.selectedID == 3)
        #expect(terminal.rows[5][20].style == "30;46")
        try await players.transaction { list in
            try list.update(id: 3) { $0.score = 9_950 }
            try list.update(id: 250) { $0.score = 20_000 }
        }
        await players.finish()
        await board.follow()
        draw()
        #expect(board.top.selectedID == 3)
        #expect(board.top.visible.contains(49))
        #expect(board.costs.tallies[.top]?.updates == 1)
        var whole = FrameWriter(palette: .color)
        var expected = VirtualScreen(width: 100, height: 35) { $0.columns }
        expected.read(whole.frameChanged(board.frame(in: size, isFinal: false), size: size))
        #expect(terminal.text.prefix(28) == expected.text.prefix(28))
    }

    @Test func `Keys choose the list, open the help, and quit`() async throws {
        let (board, _) = try await Self.board((1...100).map { Player(id: $0, country: "\($0 % 7)", score: $0) })
        let size = Size(width: 100, height: 35)
        _ = Self.text(board)
        #expect(board.press(.tab, size: size) == .handled)
        _ = board.press(.end, size: size)
        #expect(board.countries.selectedRow == board.countries.shown.last)
        #expect(board.press(.character("?"), size: size) == .handled)
        #expect(Self.text(board).contains { $0.contains("─ Leaderboard ─") || $0.contains(" Leaderboard ─") })
        #expect(board.press(.character("q"), size: size) == .handled)
        _ = board.press(.click(Key.Place(column: 5, row: 4)), size: size)
        #expect(board.top.selectedID == board.top.shown[1]?.id)
        _ = board.press(.escape, size: size)
        #expect(board.top.selectedID == nil)
        #expect(board.press(.character("q"), size: size) == .quit)
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_000_000, "1,000,000"), (-1234, "-1,234"),
    ])
    func `Numbers are grouped by thousands`(number: Int, text: String) {
        #expect(number.grouped == text)
    }

    @Test(arguments: [
        (0, "0.00 µs"), (31_400, "31.4 µs"), (999_600, "1.00 ms"), (1_920_000_000, "1.92 s"),
        (150_000_000_000, "150 s"),
    ])
    func `Times have three digits and a unit that suits them`(nanoseconds: Int, text: String) {
        #expect(Duration.nanoseconds(nanoseconds).text == text)
    }
}
