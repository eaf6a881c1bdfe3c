import DataSources

/// A player wins or loses.
struct ScoreChange: Sendable {
    let playerID: Int
    let points: Int

    /// A change of the score of any of so many players.
    static func random(among players: Int, using random: inout some RandomNumberGenerator) -> ScoreChange {
        let points = Int.random(in: 1...500, using: &random)
        return ScoreChange(
            playerID: Int.random(in: 1...players, using: &random),
            points: Bool.random(using: &random) ? points : -points
        )
    }
}

extension ListDraft<Player> {
    /// Changes scores; below zero there are none.
    mutating func make(_ changes: [ScoreChange]) throws {
        for change in changes {
            try update(id: change.playerID) { $0.score = max(0, $0.score + change.points) }
        }
    }
}
