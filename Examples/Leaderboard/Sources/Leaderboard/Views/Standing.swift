import DataSources

/// A player's place among all.
struct Standing: Equatable, Sendable {
    let player: Player
    /// One more than the number of players with more points.
    let rank: Int
    let playerCount: Int
}

/// Where the chosen player stands: an operator of our own, on two sources.
///
/// Both come from the same players, by two ways; and both are always as they were at one moment. So a binary search for
/// the player's points finds the player's place: O(log *n*), whatever has changed.
struct StandingOperator: PairOperator {
    private var ranking = ListSnapshot<Player>()
    private var player: Player?

    mutating func apply(
        _ ranking: Update<ListSnapshot<Player>>?,
        _ chosen: Update<ListSnapshot<Player>>?
    ) -> ValueSnapshot<Standing> {
        if let ranking { self.ranking = ranking.after }
        if let chosen { player = chosen.after.first }
        guard let player else { return ValueSnapshot() }
        let rank = self.ranking.prefixCount { $0.score > player.score } + 1
        return ValueSnapshot(Standing(player: player, rank: rank, playerCount: self.ranking.count))
    }
}

extension ListSnapshot {
    /// How many items satisfy a condition that, once it fails, fails for all that follow.
    ///
    /// - Complexity: O(log *n*) calls.
    fileprivate func prefixCount(while isBefore: (Item) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[index(startIndex, offsetBy: middle)]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
