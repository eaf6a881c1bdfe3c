import ArgumentParser
import Console
import DataSources
import TerminalViews

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@main
struct Program: ConsoleProgram {
    @OptionGroup var options: Options

    func run() async throws {
        let isTerminal = StandardOutput.isTerminal
        let inColor = Self.environment("NO_COLOR") == nil
        var (reader, machineReader) = (systemReader(), systemMachineReader())
        let machine = machineReader.read()
        let wishes = Wishes(order: options.order, filter: options.filter)
        let views = Views(of: try ListSource(reader.readAll()), machine: machine, wishes: wishes)
        let keep: @Sendable () async throws -> Void = { [options, reader, machineReader] in
            try await views.keep(readings: options.readings, every: options.interval, with: reader, machineReader)
        }
        if isTerminal && !options.printsLines && Self.environment("TERM") != "dumb" {
            throw ExitCode(try await draw(views, palette: inColor ? .color : .monochrome, keep))
        }
        let printer = Printer(
            order: options.order, palette: isTerminal && inColor ? .color : .none, hasTitles: options.view == .all)
        try await printer.run(views, view: options.view, keep)
    }

    /// Shows the board in the terminal; gives the terminal back however it ends.
    ///
    /// - Returns: The exit code.
    @MainActor
    private func draw(
        _ views: Views, palette: Palette, _ keep: @escaping @Sendable () async throws -> Void
    ) async throws -> Int32 {
        let screen = await Screen(of: views, view: options.view)
        let window = Window(of: screen, palette: palette)
        let events = TerminalEvent.all()
        defer { window.close() }
        try window.open()
        return try await withThrowingTaskGroup(of: Int32.self) { group in
            group.addTask {
                try await screen.follow(keep)
                // Readings that came to their end are a result to keep.
                try await window.closeWithPicture()
                return 0
            }
            group.addTask { try await window.obey(events) }
            group.addTask {
                try await window.drawing()
                return 0
            }
            // Whichever ends first ends the others.
            defer { group.cancelAll() }
            return try await group.next() ?? 0
        }
    }

    /// A variable of the environment, `nil` when it is unset or empty.
    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
