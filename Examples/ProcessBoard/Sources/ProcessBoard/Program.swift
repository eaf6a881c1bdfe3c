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

    @MainActor
    private func draw(
        _ views: Views, palette: Palette, _ keep: @escaping @Sendable () async throws -> Void
    ) async throws -> Int32 {
        let screen = await Screen(of: views, view: options.view)
        return try await TerminalWindow(of: screen, palette: palette).run { try await screen.follow(keep) }
    }

    /// A variable of the environment, `nil` when it is unset or empty.
    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
