import DataSources
import TerminalViews
import Testing

@testable import ProcessBoard

@Suite struct PaneTests {
    @Test func `Lines are dealt out in turn, the largest section first, and the greedy take from nobody`() {
        #expect(UsersPane.deal(5, among: [1, 9, 2]) == [1, 2, 2])
        #expect(UsersPane.deal(2, among: [1, 9, 2]) == [0, 1, 1])
        #expect(UsersPane.deal(99, among: [1, 9, 2]) == [1, 9, 2])
        #expect(UsersPane.deal(0, among: [1]) == [0])
        #expect(UsersPane.deal(3, among: []) == [])
    }

    @Test func `A section that has no room counts what it leaves out`() async throws {
        let processes: [Process] = [
            .sample(1, "make", cpu: 80), .sample(2, "cc", cpu: 60), .sample(3, "sh"), .sample(4, "init", user: "root"),
        ]
        let users = try await SectionedSnapshot.byUser(processes)
        #expect(
            UsersPane.lines(users, width: 60, height: 5).map(\.text) == [
                "▾ ann          3 processes  140%    30M",
                "  ├  80% make 1",
                "  └  60% cc 2 and 1 more",
                "▾ root           1 process    0%    10M",
                "  └   0% init 4",
            ]
        )
    }

    @Test func `Users that have no room are counted as well`() async throws {
        let users = try await SectionedSnapshot.byUser((1...9).map { .sample($0, user: "u\($0)") })
        #expect(UsersPane.lines(users, width: 60, height: 3).map(\.text).last == "  … 7 more users")
        #expect(UsersPane.lines(users, width: 60, height: 0).isEmpty)
    }

    @Test func `The rule loses its note before its title`() {
        let pane = Pane(title: "Users", note: "3", lines: [])
        #expect(pane.rule(width: 16).text == "─ Users ──── 3 ─")
        #expect(pane.rule(width: 10).text == "─ Users   ")
        #expect(pane.rule(width: 5).text == "─ Us…")
    }

    @Test(arguments: [(0, ""), (1, "▏"), (50, "████"), (56, "████▍"), (100, "████████"), (900, "████████")])
    func `A bar is full at one core, and the least load still shows`(percent: Int, bar: String) {
        #expect(Bar.text(percent: percent, width: 8) == bar)
    }

    @Test func `The titles show what the table is sorted by, and a click on one sorts by it`() {
        let titles = TablePane.titles(Sorting(order: .cpu), width: 100)
        #expect(titles.columns == 100)
        #expect(titles.text.contains("CPU▼"))
        #expect(TablePane.titles(Sorting(order: .pid), width: 60).text.contains("PID▲"))
        for width in [20, 35, 50, 60, 80, 100, 200] {
            for order in Order.allCases {
                let places = (0..<width).filter { TablePane.order(at: $0, width: width) == order }
                // Its column is in one piece, if it is there.
                if let first = places.first, let last = places.last, order != .memory {
                    #expect(places == Array(first...last))
                }
                #expect(TablePane.titles(Sorting(order: order), width: width).columns == width)
            }
        }
        #expect(TablePane.order(at: 3, width: 100) == .pid)
        #expect(TablePane.order(at: 99, width: 100) == .name)
    }

    @Test func `A narrow table keeps the CPU and the name`() throws {
        let processes = try ListSnapshot([Process.sample(1, "swift-build", cpu: 41)])
        let lines = TablePane.lines(processes, width: 20, height: 9).map(\.text.trimmingTrailingSpaces)
        #expect(lines == ["  CPU NAME", "  41% swift-build"])
    }
}
