import ArgumentParser
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
            options: .parse(["--interval", "0.1", "--count", "3"]),
            shown: [.table, .users, .log],
            wishes: Wishes(rows: 10),
            display: display
        )
        .run(with: Script(readings: readings))
        #expect(await display.table.rows.map(\.id.pid) == [2, 1])
        #expect(await display.load == Load(processes: 2, cpu: 9, memory: 20))
        #expect(await display.users.map(\.header.name) == ["ann", "bob"])
        #expect(await display.log.first == "watching 1 processes")
        #expect(await display.log.contains("+ 2 p2"))
    }

    @Test(.timeLimit(.minutes(1)))
    func `A reading that fails ends all views with its error`() async {
        await #expect(throws: ReadError.self) {
            try await Views(
                options: .parse(["--interval", "0.1"]),
                shown: [.table, .users, .log],
                wishes: Wishes(rows: 10),
                display: Recorder()
            )
            .run(with: Script(readings: [[.sample(1)]]))
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `What the user wishes for is shown at once, without another reading`() async throws {
        let wishes = Wishes(rows: 3)
        let display = Recorder()
        let views = try Views(
            options: .parse(["--interval", "3600"]),
            shown: [.table, .users],
            wishes: wishes,
            display: display
        )
        let reading: [Process] = [
            .sample(1, "swift", cpu: 5), .sample(2, "bash", cpu: 9), .sample(3, "Bazel", cpu: 7), .sample(4, "sh"),
        ]
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await views.run(with: Script(readings: [reading])) }
            var shown = display.pids.makeAsyncIterator()
            #expect(await shown.next() == [2, 3, 1])
            wishes.order.set(.name)
            #expect(await shown.next() == [2, 3, 4])
            wishes.rows.set(4)
            #expect(await shown.next() == [2, 3, 4, 1])
            wishes.filter.set("BA")
            #expect(await shown.next() == [2, 3])
            wishes.order.set(.cpu)
            wishes.filter.set("s")
            wishes.rows.set(2)
            // One update, or one after the other: what counts is where it ends.
            while let pids = await shown.next(), pids != [2, 1] {}
            #expect(await display.table.count == 3)
            group.cancelAll()
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
        var table = Table()
        var load = Load()
        var users = SectionedSnapshot<User, Process>()
        var log: [String] = []

        /// The tables one after the other.
        nonisolated let pids: AsyncStream<[Int32]>
        private let continuation: AsyncStream<[Int32]>.Continuation

        init() { (pids, continuation) = AsyncStream.makeStream() }

        func show(table: Table) {
            self.table = table
            continuation.yield(table.rows.map(\.id.pid))
        }

        func show(load: Load) { self.load = load }

        func show(users: SectionedSnapshot<User, Process>) { self.users = users }

        func show(log lines: [Line], summary: String) { log += lines.map(\.text) }
    }
}
