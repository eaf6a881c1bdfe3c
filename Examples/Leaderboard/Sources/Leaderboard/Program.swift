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
        let isTerminal = StandardOutput.isTerminal && Self.environment("TERM") != "dumb"
        let seconds = options.seconds ?? (StandardOutput.isTerminal ? 0 : 10)
        try StandardOutput.write("building the views of \(options.players.grouped) players ...\n")
        var random = SplitMix(seed: 1)
        let players = try ListSource(Player.all(options.players, using: &random))
        let views = Views(of: players, playerID: options.chosenPlayer)
        let board = await Board(of: views, options: options) {
            players.hub.differencesComputed + views.differencesComputed
        }
        let writer = Writer(players: players, playerCount: options.players, rate: options.rate, random: random)
        let code =
            isTerminal && !options.plain
            ? try await Self.draw(board, writer, seconds: seconds)
            : try await Self.print(board, writer, seconds: seconds)
        throw ExitCode(code)
    }

    /// Plays in the terminal.
    ///
    /// - Returns: The exit code.
    @MainActor
    private static func draw(_ board: Board, _ writer: Writer, seconds: Int) async throws -> Int32 {
        let palette: Palette = environment("NO_COLOR") == nil ? .color : .monochrome
        return try await TerminalWindow(of: board, palette: palette).run {
            try await play(board, writer, seconds: seconds) { await board.needsDrawing() }
        }
    }

    /// Plays, and prints a line at a time.
    ///
    /// - Returns: The exit code.
    private static func print(_ board: Board, _ writer: Writer, seconds: Int) async throws -> Int32 {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let watch = SignalWatch(SignalWatch.interruptions) { continuation.yield($0) }
        defer { watch.cancel() }
        return try await withThrowingTaskGroup(of: Int32.self) { @Sendable group in
            group.addTask {
                try await play(board, writer, seconds: seconds) { try await StandardOutput.write(board.line + "\n") }
                try await StandardOutput.write(board.costs.summary.map { $0 + "\n" }.joined())
                return 0
            }
            group.addTask {
                for await signal in signals { return 128 + signal }
                return 0
            }
            // Whichever ends first ends the other.
            defer { group.cancelAll() }
            return try await group.next() ?? 0
        }
    }

    /// Plays for so many seconds, or until the task is cancelled, and shows what there is to see from time to time.
    private static func play(
        _ board: Board, _ writer: Writer, seconds: Int, _ show: @escaping @Sendable () async throws -> Void
    ) async throws {
        let interval = board.options.interval
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { await board.follow() }
            group.addTask {
                var writer = writer
                try await writer.run(telling: board)
            }
            group.addTask {
                while true {
                    try await show()
                    try await Task.sleep(for: interval)
                }
            }
            if seconds > 0 {
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    throw CancellationError()
                }
            }
            // An end is an end: the time is up, somebody interrupts, or the output takes no more.
            defer { group.cancelAll() }
            do {
                while try await group.next() != nil {}
            } catch is CancellationError {
            }
        }
    }

    /// A variable of the environment, `nil` if it is unset or empty.
    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
