import DataSources
import Testing

@testable import ProcessBoard

@Suite struct BoardFrameTests {
    private static let processes: [Process] = (1...60).map {
        .sample($0, $0 % 7 == 0 ? "日本語の名前" : nil, user: ["ann", "bob", "root"][Int($0) % 3], cpu: Int(60 - $0))
    }

    private static func board(_ view: Options.View, processes: [Process] = processes) throws -> Board {
        var board = Board(view: view, interval: .seconds(1))
        board.processes = try ListSnapshot(processes)
        board.users = try User.sections(of: board.processes)
        board.add((1...99).map { Line("+ \($0) a process") }, summary: "+1 -2 ~3 ↕4")
        return board
    }

    @Test(arguments: Options.View.allCases)
    func `Every window is filled exactly, however small`(view: Options.View) throws {
        for board in [try Self.board(view), try Self.board(view, processes: []), Board(view: view, interval: .zero)] {
            for width in [0, 1, 2, 5, 20, 33, 39, 40, 41, 60, 79, 80, 110, 200] {
                for height in [0, 1, 2, 3, 4, 5, 12, 13, 14, 23, 24, 30, 70] {
                    let frame = board.frame(in: Size(width: width, height: height))
                    #expect(frame.count == height)
                    #expect(frame.allSatisfy { $0.columns == width }, "\(view) in \(width)x\(height)")
                }
            }
        }
    }

    @Test func `A window of a common size shows all three views`() throws {
        let text = try Self.text(Self.board(.all), width: 80, height: 24)
        for title in ["Processes by CPU", "Users", "Changes"] { #expect(text.contains("─ \(title) ─")) }
        #expect(text.contains("┬"))
        #expect(text.contains("├─ Changes"))
    }

    @Test func `A narrow but high window stacks them`() throws {
        let text = try Self.text(Self.board(.all), width: 60, height: 40)
        for title in ["Processes by CPU", "Users", "Changes"] { #expect(text.contains("─ \(title) ─")) }
        #expect(!text.contains("┬"))
    }

    @Test func `A small window shows the table`() throws {
        let text = try Self.text(Self.board(.all), width: 40, height: 12)
        #expect(text.contains("─ Processes by CPU ─"))
        #expect(!text.contains("─ Users ─"))
    }

    @Test func `The newest lines of the log are the ones to see`() throws {
        let frame = try Self.board(.log).frame(in: Size(width: 60, height: 10)).map(\.text.trimmingTrailingSpaces)
        #expect(frame[2...8].elementsEqual((93...99).map { " + \($0) a process" }))
    }

    private static func text(_ board: Board, width: Int, height: Int) -> String {
        board.frame(in: Size(width: width, height: height)).map(\.text).joined(separator: "\n")
    }
}
