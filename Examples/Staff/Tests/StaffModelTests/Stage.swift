import DataSources
import DataSourcesTesting
import DataSourcesViews
import DataSourcesWire
import Foundation
import StaffModel
import Testing

/// An app with its server, in a run of a seeded executor: time is virtual, and the seed decides who runs next.
@MainActor
final class Stage {
    let executor: SeededExecutor
    let server: LocalServer
    /// The server as the app sees it.
    let line: Line
    /// Where the app keeps its files.
    let folder: URL
    private(set) var screen: StaffScreen
    private var running: Task<Void, Never>?

    private init(_ executor: SeededExecutor) async throws {
        self.executor = executor
        server = try await LocalServer(.samples)
        line = Line(to: server)
        folder = FileManager.default.temporaryDirectory.appending(path: "staff-\(commandKey())")
        screen = StaffScreen(of: line, keptIn: folder, clock: executor.clock)
    }

    /// Runs a test with an app that is connected.
    static func run(seed: UInt64 = 0, _ body: @escaping @MainActor @Sendable (Stage) async throws -> Void) throws {
        try SeededExecutor.run(seed: seed) { @MainActor executor in
            let stage = try await Stage(executor)
            defer { try? FileManager.default.removeItem(at: stage.folder) }
            await stage.launch()
            try await body(stage)
            // What still waits must not outlive the run.
            await stage.server.setReachable(true)
            stage.screen.connect()
            await stage.settle()
            await stage.quit()
        }
    }

    /// Starts the app.
    func launch() async {
        screen = StaffScreen(of: line, keptIn: folder, clock: executor.clock)
        let screen = screen
        running = executor.start { await screen.run() }
        await settle()
    }

    /// Ends the app; only its files remain.
    func quit() async {
        running?.cancel()
        running = nil
        await settle()
    }

    /// Lets everything happen that can happen now.
    func settle() async { await executor.settle() }

    /// The ids on the screen, by department.
    var shown: [String: [String]] {
        let sections = screen.people?.sections.map { ($0.id, Array($0.ids)) } ?? []
        return Dictionary(uniqueKeysWithValues: sections)
    }

    /// The ids in the server, by department.
    var served: [String: [String]] { server.staff.hub.snapshot.ids }
}

extension StaffSnapshot {
    /// The ids by department.
    var ids: [String: [String]] { Dictionary(uniqueKeysWithValues: map { ($0.id, $0.items.map(\.id)) }) }
}
