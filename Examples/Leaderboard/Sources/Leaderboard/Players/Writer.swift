import DataSources

/// Makes score changes at a rate, a hundred transactions a second.
struct Writer {
    /// From one transaction to the next.
    private static let pause = Duration.milliseconds(10)
    /// A writer that has fallen behind does not make up for everything at once.
    private static let mostAtOnce = 10_000

    let players: ListSource<Player>
    let playerCount: Int
    /// Changes a second.
    let rate: Int
    var random: SplitMix

    /// Makes changes until the task is cancelled.
    ///
    /// - Parameter board: Is told how many have been made.
    /// - Throws: `CancellationError`.
    mutating func run(telling board: Board) async throws {
        let start = ContinuousClock.now
        var next = start
        var made = 0
        while true {
            next = max(next + Self.pause, .now)
            try await Task.sleep(until: next, clock: .continuous)
            let due = Int(Double(rate) * ((.now - start) / .seconds(1))) - made
            var changes: [ScoreChange] = []
            for _ in 0..<min(due, Self.mostAtOnce) {
                changes.append(.random(among: playerCount, using: &random))
            }
            if changes.isEmpty { continue }
            try await players.transaction { [changes] draft in try draft.make(changes) }
            made += changes.count
            await board.made(changes: changes.count)
        }
    }
}
