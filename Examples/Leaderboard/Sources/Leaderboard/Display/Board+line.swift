import DataSources
import TerminalViews

extension Board {
    /// All there is to see in one line.
    var line: String {
        let costs = costs
        let leader = top.shown.first.map { "first \($0.name) \($0.score.grouped)" } ?? "nobody"
        let country = countries.shown.first.map { "\($0.id) leads with \($0.points.grouped)" } ?? "no country"
        return "\(costs.elapsed.components.seconds.grouped) s: \(costs.scoreChanges.grouped) changes, "
            + "\(costs.madePerSecond.grouped)/s; \(leader); \(place); \(country); "
            + "\(costs.differencesComputed.grouped) differences; \(costs.text)"
    }

    private var place: String {
        guard let standing = standing.value else { return "nobody was chosen" }
        return "\(standing.player.name) (\(standing.player.country)) has \(standing.player.score.grouped) points:"
            + " place \(standing.rank.grouped) of \(standing.playerCount.grouped)"
    }
}
