#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@main
enum Program {
    static func main() async {
        exit(await run(CommandLine.arguments.dropFirst()))
    }

    /// Does what the arguments ask for.
    ///
    /// - Returns: The exit code.
    private static func run(_ arguments: some Sequence<String>) async -> Int32 {
        // A pipe that nobody reads any more is an error of `write`, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        do {
            switch try Command.parse(arguments) {
            case .help:
                try StandardOutput.write(Command.helpText + "\n")
                return 0
            case .run(let options):
                return try await run(options)
            }
        } catch let error as UsageError {
            complain("\(error)")
            return UsageError.exitCode
        } catch OutputError.readerLeft {
            return 0
        } catch {
            complain("ProcessBoard: \(error)")
            return 1
        }
    }

    private static func run(_ options: Options) async throws -> Int32 {
        let isTerminal = StandardOutput.isTerminal
        let inColor = isTerminal && environment("NO_COLOR") == nil
        if isTerminal && !options.plain && environment("TERM") != "dumb" {
            return try await draw(options, inColor: inColor)
        }
        let shown = Set(Options.View.allCases.filter(options.view.shows))
        let printer = Printer(order: options.order, inColor: inColor, hasTitles: options.view == .all)
        let wishes = Wishes(order: options.order, filter: options.filter, rows: Printer.rows)
        try await Views(options: options, shown: shown, wishes: wishes, display: printer).run(with: systemReader())
        return 0
    }

    /// Shows the board in the terminal; gives the terminal back however it ends.
    private static func draw(_ options: Options, inColor: Bool) async throws -> Int32 {
        let wishes = Wishes(order: options.order, filter: options.filter)
        let screen = Screen(options: options, wishes: wishes, inColor: inColor)
        let events = Event.all()
        do {
            try await screen.open()
            let code = try await withThrowingTaskGroup(of: Int32.self) { group in
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

    private static func complain(_ message: String) {
        // When nobody hears complaints either, the exit code has to do.
        try? StandardOutput.write(message + "\n", to: STDERR_FILENO)
    }
}
