import Console
import ConsoleTesting
import DataSources
import TerminalViews
import Testing

@testable import ProcessBoard

/// What is written to the terminal for one reading after another.
@MainActor @Suite struct ScreenBytesTests {
    private static let size = Size(width: 130, height: 45)

    private static func process(_ pid: Int32, cpu: Int) -> Process {
        var process = Process.sample(
            pid, "process-\(pid)", user: ["root", "ann", "bob", "www-data"][Int(pid) % 4], cpu: cpu,
            memory: Int(pid) * 3,
            seconds: Int(pid))
        process.arguments = "--verbose --file /var/lib/some/long/path/\(pid)"
        return process
    }

    private static let machine = Machine(
        cores: [12, 99], memory: Machine.Use(used: 900, total: 24_000), load: [152, 98, 7], uptime: 200_000)

    /// A screen with one more reading on its way, which ``shown(_:)`` shows.
    private static func screen(_ view: Options.View, _ processes: [Process]) async throws -> Screen {
        await Screen(of: Views(of: try ListSource(processes), machine: machine, wishes: Wishes()), view: view)
    }

    /// Shows a reading to its end.
    private static func show(_ processes: [Process], on screen: Screen) async throws {
        let views = screen.views
        try await views.processes.replaceAll(with: processes)
        var machine = machine
        (machine.cores, machine.load, machine.uptime) = ([40, 7], [153, 98, 8], 200_001)
        views.machine.set(machine)
        await views.processes.finish()
        views.machine.finish()
        views.wishes.finish()
        try await screen.follow {}
    }

    @Test(arguments: Options.View.allCases, 1...4)
    func `A reading in which 5 of 400 processes change writes at most 3 KB, and then the window is as if drawn anew`(
        view: Options.View, kind: Int
    ) async throws {
        let before = (1...400).map { Self.process($0, cpu: 400 - Int($0)) }
        var after = before
        for number in 0..<5 {
            // In the window or out of it; changes in place, to the top, or from the top far down.
            let index = [number * 7, number * 80, number, 399 - number][kind - 1]
            after[index].cpu = [after[index].cpu + 1, after[index].cpu + 3, 0, 900 + number][kind - 1]
            after[index].seconds = 12_345
        }
        let screen = try await Self.screen(view, before)
        var writer = FrameWriter(palette: .color)
        var terminal = VirtualScreen(width: Self.size.width, height: Self.size.height) { $0.columns }
        let first = writer.frameChanged(screen.frame(in: Self.size), size: Self.size)
        terminal.read(first)
        // The terminal is written whole once.
        #expect(writer.frameChanged(screen.frame(in: Self.size), size: Self.size) == "")
        try await Self.show(after, on: screen)
        let second = writer.frameChanged(screen.frame(in: Self.size), size: Self.size)
        #expect(second.utf8.count <= 3 * 1024)
        #expect(!second.isEmpty)
        #expect(second.utf8.count < first.utf8.count)
        terminal.read(second)
        var whole = FrameWriter(palette: .color)
        var expected = VirtualScreen(width: Self.size.width, height: Self.size.height) { $0.columns }
        expected.read(whole.frameChanged(screen.frame(in: Self.size), size: Self.size))
        #expect(terminal == expected)
        #expect(terminal.unknown.isEmpty)
    }

    @Test(arguments: Options.View.allCases)
    func `A key that opens the help, and one that closes it, leave what was there`(view: Options.View) async throws {
        let screen = try await Self.screen(view, (1...400).map { Self.process($0, cpu: 400 - Int($0)) })
        var writer = FrameWriter(palette: .monochrome)
        var terminal = VirtualScreen(width: Self.size.width, height: Self.size.height) { $0.columns }
        terminal.read(writer.frameChanged(screen.frame(in: Self.size), size: Self.size))
        let before = terminal
        for key in "?x" {
            _ = screen.press(.character(key), size: Self.size) { _, _ in 0 }
            terminal.read(writer.frameChanged(screen.frame(in: Self.size), size: Self.size))
            #expect((terminal == before) == (key == "x"))
        }
    }
}
