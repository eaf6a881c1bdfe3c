import DataSources

/// The example itself: what is to be seen of the players, each view made of operators.
struct Views: Sendable {
    /// All players, the best first.
    let ranking: DerivedSource<ListSnapshot<Player>>
    /// The first hundred of them.
    let top: DerivedSource<ListSnapshot<Player>>
    /// One player, wherever in the ranking.
    let chosen: DerivedSource<ListSnapshot<Player>>
    /// Where in the ranking that is.
    let standing: DerivedSource<ValueSnapshot<Standing>>
    /// What the players of each country have together, the country with most points first.
    let countries: DerivedSource<ListSnapshot<Keyed<String, Total>>>

    init(of players: ListSource<Player>, playerID: Int) {
        ranking = players.sorted(by: .descending(\.score))
        top = ranking.prefix(100)
        chosen = players.filter { $0.id == playerID }
        standing = DerivedSource(from: ranking, chosen, through: StandingOperator())
        countries = players.aggregated(by: \.country, .total).sorted(by: .descending(\.points))
    }
}

extension Views {
    /// How many differences have been computed, for whoever follows the views, and for the views themselves.
    var differencesComputed: Int {
        ranking.differencesComputed + top.differencesComputed + chosen.differencesComputed
            + standing.differencesComputed + countries.differencesComputed
    }
}
