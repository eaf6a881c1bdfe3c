import ArgumentParser
import Console
import DataSources
import Testing

@testable import ProcessBoard

@Suite struct BoardFrameTests {
    private static let processes: [Process] = (1...60).map {
        .sample($0, $0 % 7 == 0 ? "日本語の名前" : nil, user: ["ann", "bob", "root"][Int($0) % 3], cpu: Int(60 - $0))
    }

    private static func board(_ view: Options.View, processes: [Process] = processes) async throws -> Board {
        var board = Board(options: try Options.parse(["--view", view.rawValue]))
        board.table = Table(rows: try ListSnapshot(processes), count: processes.count)
        board.users = try await .byUser(processes)
        board.add((1...99).map { Line("+ \($0) a process") }, summary: "+1 -2 ~3 ↕4")
        return board
    }

    @Test(arguments: Options.View.allCases)
    func `Every window is filled exactly, however small`(view: Options.View) async throws {
        var typing = try await Self.board(view)
        (typing.filter, typing.isTyping) = ("日本", true)
        let started = Board(options: try Options.parse(["--view", view.rawValue]))
        for board in [try await Self.board(view), try await Self.board(view, processes: []), typing, started] {
            for width in [0, 1, 2, 5, 20, 33, 39, 40, 41, 60, 79, 80, 110, 200] {
                for height in [0, 1, 2, 3, 4, 5, 12, 13, 14, 23, 24, 30, 70] {
                    let frame = board.frame(in: Size(width: width, height: height))
                    #expect(frame.count == height)
                    #expect(frame.allSatisfy { $0.columns == width }, "\(view) in \(width)x\(height)")
                }
            }
        }
    }

    @Test func `A window of a common size shows all three views`() async throws {
        let text = try await Self.text(Self.board(.all), width: 80, height: 24)
        for title in ["Processes by CPU", "Users", "Changes"] { #expect(text.contains("─ \(title) ─")) }
        #expect(text.contains("┬"))
        #expect(text.contains("├─ Changes"))
    }

    @Test func `A narrow but high window stacks them`() async throws {
        let text = try await Self.text(Self.board(.all), width: 60, height: 40)
        for title in ["Processes by CPU", "Users", "Changes"] { #expect(text.contains("─ \(title) ─")) }
        #expect(!text.contains("┬"))
    }

    @Test func `A small window shows the table`() async throws {
        let text = try await Self.text(Self.board(.all), width: 40, height: 12)
        #expect(text.contains("─ Processes by CPU ─"))
        #expect(!text.contains("─ Users ─"))
    }

    @Test func `The newest lines of the log are the ones to see`() async throws {
        let frame = try await Self.board(.log).frame(in: Size(width: 60, height: 10)).map(\.text.trimmingTrailingSpaces)
        #expect(frame[2...8].elementsEqual((93...99).map { " + \($0) a process" }))
    }

    @Test(arguments: Options.View.allCases)
    func `The rows that are asked for are those that there is room for`(view: Options.View) async throws {
        var board = try await Self.board(view)
        for width in [20, 40, 79, 80, 110] {
            for height in [0, 1, 2, 3, 5, 6, 7, 8, 12, 24, 30, 40] {
                let size = Size(width: width, height: height)
                let rows = board.tableRows(in: size)
                let full = board.frame(in: size)
                board.table.rows = try ListSnapshot(Self.processes.prefix(rows))
                #expect(board.frame(in: size) == full, "\(view) in \(width)x\(height) shows more than \(rows)")
                if rows > 0 {
                    board.table.rows = try ListSnapshot(Self.processes.prefix(rows - 1))
                    #expect(board.frame(in: size) != full, "\(view) in \(width)x\(height) shows less than \(rows)")
                }
                board.table.rows = try ListSnapshot(Self.processes)
            }
        }
    }

    @Test func `The order, the filter and the keys are to be seen`() async throws {
        var board = try await Self.board(.all)
        #expect(Self.text(board, width: 80, height: 24).contains(" q quit  / filter  c cpu  m mem  p pid  n name"))
        #expect(Self.text(board, width: 40, height: 12).contains(" 4 all  q quit "))
        (board.order, board.filter) = (.memory, "sw")
        #expect(Self.text(board, width: 80, height: 24).contains("─ Processes by memory ─"))
        #expect(Self.text(board, width: 80, height: 24).contains(" /sw 60 ─"))
        board.isTyping = true
        #expect(Self.text(board, width: 80, height: 24).contains("\n /sw▏  Enter keep  Esc clear "))
    }

    private static func text(_ board: Board, width: Int, height: Int) -> String {
        board.frame(in: Size(width: width, height: height)).map(\.text).joined(separator: "\n")
    }
}
