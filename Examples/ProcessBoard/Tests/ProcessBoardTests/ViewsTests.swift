import Console
import DataSources
import TerminalViews
import Testing

@testable import ProcessBoard

@MainActor @Suite struct ViewsTests {
    @Test(.timeLimit(.minutes(1)))
    func `After the last reading every view has shown it, and all tasks end`() async throws {
        let screen = try await Self.screen([.sample(1)], view: .table)
        let readings: [[Process]] = [
            [.sample(1, cpu: 5), .sample(2)], [.sample(2, user: "bob", cpu: 9), .sample(1)],
        ]
        let views = screen.views
        try await screen.follow {
            try await views.keep(readings: 3, every: .milliseconds(100), with: Script(readings: readings), LoadReader())
        }
        #expect(screen.table.shown.map(\.id.pid) == [2, 1])
        let load = Load(processes: 2, cpu: 9, memory: 20, threads: 2, running: 0)
        #expect(screen.load.value == load)
        // The users were not in the window, and have caught up at the end.
        #expect(screen.users.shown.map(\.header.name) == ["ann", "bob"])
        #expect(screen.log.lines.first?.text == "watching 1 processes")
        #expect(screen.log.lines.contains { $0.text == "+ 2 p2" })
        #expect(screen.machine.value?.load.count == 3)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A reading that fails ends all views with its error`() async throws {
        let screen = try await Self.screen([.sample(1)])
        let views = screen.views
        await #expect(throws: ReadError.self) {
            try await screen.follow {
                try await views.keep(readings: nil, every: .milliseconds(100), with: Script(readings: []), LoadReader())
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `What the user wishes for is shown at once, without another reading`() async throws {
        let screen = try await Self.screen([
            .sample(1, "swift", cpu: 5), .sample(2, "bash", cpu: 9), .sample(3, "Bazel", cpu: 7), .sample(4, "sh"),
        ])
        try await following(screen) {
            screen.table.perform(.moveToStart)
            #expect(screen.table.selectedRow?.id.pid == 2)
            for (keys, pids) in [
                ("n", [2, 3, 4, 1]), ("n", [1, 4, 3, 2]), ("r", [2, 3, 4, 1]), ("/BA", [2, 3]), ("\u{15}s", [2, 4, 1]),
            ] as [(String, [Int32])] {
                Self.press(keys, on: screen)
                await Self.wait(for: screen) { screen.table.shown.map(\.id.pid) == pids }
                // The selection is where its process is.
                #expect(screen.table.selectedRow?.id.pid == 2)
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `Users fold, alone or all of them, and the selection goes to the header`() async throws {
        let screen = try await Self.screen(
            [.sample(1, user: "ann", cpu: 1), .sample(2, user: "bob"), .sample(3, user: "ann")], view: .users)
        try await following(screen) {
            await Self.wait(for: screen) { screen.users.shown.rowCount == 5 }
            _ = screen.frame(in: Self.size)
            screen.users.perform(.select(2))
            #expect(screen.selectedProcess(in: screen.layout(in: Self.size))?.id.pid == 3)
            Self.press(" ", on: screen)
            await Self.wait(for: screen) { screen.users.shown.rowCount == 3 }
            #expect(screen.users.selectedID == .header("ann"))
            #expect(screen.selectedProcess(in: screen.layout(in: Self.size)) == nil)
            #expect(screen.users.shown.first?.header == User(name: "ann", count: 2, cpu: 1, memory: 20))
            Self.press("-", on: screen)
            await Self.wait(for: screen) { screen.users.shown.rowCount == 2 }
            Self.press("+", on: screen)
            await Self.wait(for: screen) { screen.users.shown.rowCount == 5 }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `A list that is not in the window computes nothing, and catches up when it comes back`() async throws {
        let screen = try await Self.screen([.sample(1)], view: .users)
        let views = screen.views
        try await following(screen) {
            await Self.wait(for: screen) { screen.users.shown.rowCount == 2 }
            try await views.processes.append(.sample(2))
            await Self.wait(for: screen) { screen.users.shown.rowCount == 3 }
            #expect(screen.table.shown.isEmpty)
            Self.press("1", on: screen)
            await Self.wait(for: screen) { screen.table.shown.count == 2 }
            try await views.processes.append(.sample(3))
            await Self.wait(for: screen) { screen.table.shown.count == 3 }
            #expect(screen.users.shown.rowCount == 3)
        }
    }

    private static let size = Size(width: 100, height: 30)

    private static func screen(_ processes: [Process], view: Options.View = .all) async throws -> Screen {
        await Screen(of: Views(of: try ListSource(processes), wishes: Wishes()), view: view)
    }

    /// Presses keys; Ctrl-U is U+0015.
    private static func press(_ keys: String, on screen: Screen) {
        for key in keys {
            _ = screen.press(key == "\u{15}" ? .control("u") : .character(key), size: size) { _, _ in 0 }
        }
    }

    /// Returns once what is shown satisfies a condition; looks whenever there is something to draw.
    private static func wait(for screen: Screen, until isShown: () -> Bool) async {
        if isShown() { return }
        for await _ in screen.wishes where isShown() { return }
    }

    private func following(_ screen: Screen, _ body: @MainActor @escaping () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try? await screen.follow { try await Task.sleep(for: .seconds(3600)) } }
            group.addTask { try await body() }
            // The one that follows ends when the other has.
            try await group.next()
            group.cancelAll()
        }
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
