import DataSources
import Testing

@testable import ProcessBoard

@Suite struct ViewsTests {
    @Test(.timeLimit(.minutes(1)))
    func `After the last reading every view has shown it, and all tasks end`() async throws {
        let readings: [[Process]] = [
            [.sample(1)], [.sample(1, cpu: 5), .sample(2)], [.sample(2, user: "bob", cpu: 9), .sample(1)],
        ]
        let display = Recorder()
        try await Views(
            options: Options(interval: .milliseconds(100), count: 3),
            shown: [.table, .users, .log],
            display: display
        )
        .run(with: Script(readings: readings))
        #expect(await display.table.map(\.id.pid) == [2, 1])
        #expect(await display.users.map(\.header.name) == ["ann", "bob"])
        #expect(await display.log.first == "watching 1 processes")
        #expect(await display.log.contains("+ 2 p2"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `A reading that fails ends all views with its error`() async {
        await #expect(throws: ReadError.self) {
            try await Views(
                options: Options(interval: .milliseconds(100)),
                shown: [.table, .users, .log],
                display: Recorder()
            )
            .run(with: Script(readings: [[.sample(1)]]))
        }
    }

    /// Reads what a test has written down, and fails when there is no more of it.
    private struct Script: ProcessReader {
        var readings: [[Process]]

        mutating func readAll() throws(ReadError) -> [Process] {
            guard !readings.isEmpty else { throw ReadError(description: "the script is at its end") }
            return readings.removeFirst()
        }
    }

    /// Keeps what it is shown.
    private actor Recorder: Display {
        nonisolated let logLimit: Int? = 8
        var table = ListSnapshot<Process>()
        var users = SectionedSnapshot<User, Process>()
        var log: [String] = []

        func show(table processes: ListSnapshot<Process>) { table = processes }

        func show(users: SectionedSnapshot<User, Process>) { self.users = users }

        func show(log lines: [Line], summary: String) { log += lines.map(\.text) }
    }
}
