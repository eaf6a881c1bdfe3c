import DataSources
import Testing

@testable import Leaderboard

@Suite struct ViewsTests {
    @Test func `After any of 1,000 changes the views are what sorting, counting and adding up from scratch gives`()
        async throws
    {
        var random = SplitMix(seed: 7)
        let players = try ListSource(Player.all(500, using: &random))
        let views = Views(of: players, playerID: 250)
        var changes = 0
        while changes < 1000 {
            // In transactions of one, a few or many changes.
            let batch = (0..<[1, 5, 40].randomElement(using: &random)!).map { _ in
                ScoreChange.random(among: 500, using: &random)
            }
            try await players.transaction { try $0.make(batch) }
            changes += batch.count
            try await Self.check(views, of: Array(players.snapshot))
        }
    }

    @Test func `A player who is not there has no place, and one who comes has`() async throws {
        let players = try ListSource([Player(id: 1, country: "NO", score: 5)])
        let views = Views(of: players, playerID: 2)
        #expect(await views.standing.snapshot.value == nil)
        try await players.append(Player(id: 2, country: "SE", score: 3))
        #expect(await views.standing.snapshot.value?.rank == 2)
        try await players.remove(id: 2)
        #expect(await views.standing.snapshot.value == nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `A change of the chosen player is one update of its place, though it comes by two ways`() async throws {
        let players = try ListSource((1...9).map { Player(id: $0, country: "NO", score: $0) })
        let views = Views(of: players, playerID: 1)
        let subscription = await views.standing.subscribe()
        try await players.update(id: 1) { $0.score = 100 }
        await players.finish()
        var standings: [Standing?] = []
        for await update in subscription { standings.append(update.after.value) }
        #expect(standings == [Standing(player: Player(id: 1, country: "NO", score: 100), rank: 1, playerCount: 9)])
    }

    private static func check(_ views: Views, of players: [Player]) async throws {
        // Both sorts are stable: players with equal scores stay as they are.
        let ranking = players.sorted { $0.score > $1.score }
        #expect(await views.top.snapshot.elementsEqual(ranking.prefix(100)))
        let chosen = try #require(players.first { $0.id == 250 })
        let rank = players.count { $0.score > chosen.score } + 1
        #expect(await views.standing.snapshot.value == Standing(player: chosen, rank: rank, playerCount: 500))
        let totals = Dictionary(grouping: players, by: \.country).mapValues { players in
            Total(players: players.count, points: players.reduce(0) { $0 + $1.score })
        }
        let countries = await views.countries.snapshot
        #expect(Dictionary(uniqueKeysWithValues: countries.map { ($0.id, $0.value) }) == totals)
        #expect(countries.map(\.points) == totals.values.map(\.points).sorted(by: >))
    }
}
