import ArgumentParser
import Console

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
        let inColor = isTerminal && Self.environment("NO_COLOR") == nil
        if isTerminal && !options.plain && Self.environment("TERM") != "dumb" {
            throw ExitCode(try await draw(inColor: inColor))
        }
        let shown = Set(Options.View.allCases.filter(options.view.shows))
        let printer = Printer(order: options.order, inColor: inColor, hasTitles: options.view == .all)
        let wishes = Wishes(order: options.order, filter: options.filter, rows: Printer.rows)
        try await Views(options: options, shown: shown, wishes: wishes, display: printer).run(with: systemReader())
    }

    /// Shows the board in the terminal; gives the terminal back however it ends.
    ///
    /// - Returns: The exit code.
    private func draw(inColor: Bool) async throws -> Int32 {
        let wishes = Wishes(order: options.order, filter: options.filter)
        let screen = Screen(options: options, wishes: wishes, inColor: inColor)
        let events = Event.all()
        do {
            try await screen.open()
            let code = try await withThrowingTaskGroup(of: Int32.self) { [options] group in
                group.addTask {
                    // All of them: a key may ask for any.
                    let shown = Set(Options.View.allCases)
                    let views = Views(options: options, shown: shown, wishes: wishes, display: screen)
                    try await views.run(with: systemReader())
                    // Readings that came to their end are a result to keep.
                    try await screen.closeWithPicture()
                    return 0
                }
                group.addTask { try await screen.obey(events) }
                // Whichever ends first ends the other.
                defer { group.cancelAll() }
                return try await group.next() ?? 0
            }
            await screen.close()
            return code
        } catch {
            await screen.close()
            throw error
        }
    }

    /// A variable of the environment, `nil` when it is unset or empty.
    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
