import DataSources

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
            complain("Leaderboard: \(error)")
            return 1
        }
    }

    private static func run(_ options: Options) async throws -> Int32 {
        let display = Display(isInPlace: StandardOutput.isTerminal && !options.plain)
        let seconds = options.seconds ?? (StandardOutput.isTerminal ? 0 : 10)
        let signals = interruptions()
        defer { display.end() }
        try display.begin("building the views of \(options.players.grouped) players ...")

        return try await withThrowingTaskGroup(of: Int32?.self) { group in
            group.addTask { try await play(options, on: display, seconds: seconds) }
            group.addTask {
                for await signal in signals { return 128 + signal }
                return nil
            }
            // Whichever ends first ends the other.
            var code: Int32?
            while code == nil, let ended = try await group.next() { code = ended }
            group.cancelAll()
            return code ?? 0
        }
    }

    /// Plays for so many seconds, or until the task is cancelled.
    private static func play(_ options: Options, on display: Display, seconds: Int) async throws -> Int32? {
        var random = SplitMix(seed: 1)
        let players = try ListSource(Player.all(options.players, using: &random))
        let board = Board(options: options)
        let views = Views(of: players, playerID: options.chosenPlayer)
        let followers = await views.build(telling: board)
        @Sendable func picture() async -> Picture {
            await board.now(differencesComputed: players.hub.differencesComputed + views.differencesComputed)
        }

        try await withThrowingTaskGroup(of: Void.self) { [random] group in
            group.addTask { await followers.follow(on: board) }
            group.addTask {
                var writer = Writer(
                    players: players, playerCount: options.players, rate: options.rate, random: random)
                try await writer.run(telling: board)
            }
            group.addTask {
                while true {
                    try await display.show(picture())
                    try await Task.sleep(for: options.interval)
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
        try await display.conclude(with: picture())
        return 0
    }

    private static func complain(_ message: String) {
        // When nobody hears complaints either, the exit code has to do.
        try? StandardOutput.write(message + "\n", to: STDERR_FILENO)
    }
}
