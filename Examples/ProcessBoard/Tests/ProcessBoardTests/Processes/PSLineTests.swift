import Testing

@testable import ProcessBoard

@Suite struct PSLineTests {
    @Test func `A line of macOS gives the program's name without its path`() throws {
        let line = try #require(
            PSLine("  4711     1 Sat Nov 21 20:30:28 2026 ann   Ss   1050624  12.6 /Applications/A B.app/MacOS/A B")
        )
        #expect(line.parent == 1)
        let expected = Process(
            id: Process.ID(pid: 4711, started: 20_261_121_203_028),
            name: "A B",
            user: "ann",
            cpu: 13,
            memory: 1026,
            state: "S"
        )
        #expect(line.process == expected)
    }

    @Test func `A later start is a greater number, also across months and with a padded day`() throws {
        let dates = ["Wed Dec 31 23:59:59 2025", "Thu Jan  1 00:00:00 2026", "Sat Jan 10 00:00:00 2026"]
        let started = try dates.map { try #require(PSLine("1 0 \($0) root S 0 0.0 init")).process.id.started }
        #expect(started == started.sorted())
        #expect(Set(started).count == 3)
    }

    @Test(arguments: [
        "", "PID PPID", "1 0 Sat Nov 21 20:30:28 2026 root S 0 0.0", "1 0 Sat Foo 21 20:30:28 2026 root S 0 0.0 init",
        "1 0 Sat Nov 21 20:30 2026 root S 0 0.0 init", "1 0 Sat Nov 21 20:30:28 2026 root S 0 nan init",
        "1 0 Sat Nov 99999999999999999 20:30:28 2026 root S 0 0.0 init",
    ])
    func `Anything else is no line`(text: String) {
        #expect(PSLine(text) == nil)
    }
}
