import DataSources

extension Picture {
    /// The whole window: no more lines than it has rows, none wider than it is.
    func lines(width: Int, height: Int) -> [String] {
        let title =
            " Leaderboard  \(options.players.grouped) players, \(madePerSecond.grouped) of \(options.rate.grouped)"
            + " changes a second, for \(elapsed.components.seconds.grouped) s"
        let summary = summary
        let rows = max(0, height - summary.count - 6)
        let ranks = ["  PLACE        PLAYER COUNTRY    POINTS"] + top.prefix(rows).enumerated().map { rank($1, at: $0) }
        let totals =
            ["COUNTRY   PLAYERS           POINTS  AVERAGE"]
            + countries.prefix(rows).map { country in
                "\(country.id.right(7)) \(country.players.grouped.right(9)) \(country.points.grouped.right(16))"
                    + " \(country.average.grouped.right(8))"
            }
        let table = ranks.indices.map { row in
            ranks[row].left(39) + " │ " + (totals.indices.contains(row) ? totals[row] : "")
        }
        let lines = [title, ""] + table + ["", " " + place, ""] + summary
        return lines.prefix(height).map { String($0.prefix(width)) }
    }

    /// The same in one line.
    var line: String {
        let leader = top.first.map { "first \($0.name) \($0.score.grouped)" } ?? "nobody"
        let country = countries.first.map { "\($0.id) leads with \($0.points.grouped)" } ?? "no country"
        return "\(elapsed.components.seconds.grouped) s: \(scoreChanges.grouped) changes, \(madePerSecond.grouped)/s; "
            + "\(leader); \(place); \(country); \(differencesComputed.grouped) differences; \(cost)"
    }

    /// What the views have been given, and at what cost.
    var summary: [String] {
        [" VIEW        BUILT IN   UPDATES   CHANGES IN THEM"]
            + View.allCases.map { view in
                let tally = tallies[view] ?? Tally()
                return " \(view.title.left(10)) \(tally.builtIn.text.right(9)) \(tally.updates.grouped.right(9))"
                    + " \(tally.changes.grouped.right(17))"
            }
            + [" \(differencesComputed.grouped) differences computed; \(cost)"]
    }

    private func rank(_ player: Player, at position: Int) -> String {
        "\((position + 1).grouped.right(7)) \(player.name.right(13)) \(player.country.right(7))"
            + " \(player.score.grouped.right(9))"
    }

    private var place: String {
        guard let standing else { return "nobody was chosen" }
        return "\(standing.player.name) (\(standing.player.country)) has \(standing.player.score.grouped) points:"
            + " place \(standing.rank.grouped) of \(standing.playerCount.grouped)"
    }

    private var cost: String {
        guard scoreChanges > 0, elapsed > .zero else { return "\(peakMemory.grouped) MB at most" }
        let perChange = cpuTime / scoreChanges
        let share = Int((cpuTime / elapsed * 100).rounded())
        return "\(perChange.text) of CPU a change, \(share)% of a core; \(peakMemory.grouped) MB at most"
    }

    private var madePerSecond: Int {
        elapsed == .zero ? 0 : Int((Double(scoreChanges) / (elapsed / .seconds(1))).rounded())
    }
}

extension Player {
    var name: String { "player \(id)" }
}

extension View {
    var title: String {
        switch self {
        case .top: "top 100"
        case .standing: "place"
        case .countries: "countries"
        }
    }
}
