import DataSources
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

    @Test func `A narrow table keeps the CPU and the name`() throws {
        let processes = try ListSnapshot([Process.sample(1, "swift-build", cpu: 41)])
        let lines = TablePane.lines(processes, width: 20, height: 9).map(\.text.trimmingTrailingSpaces)
        #expect(lines == ["  CPU NAME", "  41% swift-build"])
    }
}
