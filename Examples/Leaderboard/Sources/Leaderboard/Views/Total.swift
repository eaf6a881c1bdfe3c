import DataSources

/// What some players have together.
struct Total: Equatable, Sendable {
    var players = 0
    var points = 0

    var average: Int { players == 0 ? 0 : points / players }
}

extension Aggregation<Player, Total, Total> {
    /// How many players there are, and how many points they have.
    static var total: Aggregation {
        Aggregation(initial: Total()) { total, player in
            total.players += 1
            total.points += player.score
        } remove: { total, player in
            total.players -= 1
            total.points -= player.score
        } result: { total in
            total
        }
    }
}
