import ArgumentParser
import Console
import DataSources

@main
struct Program: ConsoleProgram {
    @OptionGroup var options: Options

    func run() async throws {
        let display = Display(isInPlace: StandardOutput.isTerminal && !options.plain)
        let seconds = options.seconds ?? (StandardOutput.isTerminal ? 0 : 10)
        let signals = interruptions()
        defer { display.end() }
        try display.begin("building the views of \(options.players.grouped) players ...")

        let code = try await withThrowingTaskGroup(of: Int32?.self) { [options] group in
            group.addTask { try await Self.play(options, on: display, seconds: seconds) }
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
        throw ExitCode(code)
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
}
