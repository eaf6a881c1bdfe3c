import DataSources
import TestKit
import Testing

/// The code of the article "Migrating from GRDB's ValueObservation", compiled and run.
///
/// GRDB is no dependency: a stream stands in for `observation.values(in:)`.
struct FromGRDBTests {
    struct Player: Identifiable, Equatable, Sendable {
        let id: Int64
        var name: String
        var score: Int
    }

    /// The players of a database, and what is derived from them.
    final class Leaderboard: Sendable {
        let players = ListSource<Player>()
        let search = Parameter("")
        let best: DerivedSource<ListSnapshot<Player>>

        init() {
            best = players.filter(by: search) { $1.isEmpty || $0.name.contains($1) }.prefix(10)
        }

        /// Keeps the players equal to what an observation fetches, until the task is cancelled or that fails.
        func run(_ values: some AsyncSequence<[Player], any Error>) async throws {
            try await players.follow(values)
        }
    }

    struct ConnectionLost: Error {}

    let ann = Player(id: 1, name: "Ann", score: 9)
    let bob = Player(id: 2, name: "Bob", score: 7)

    @Test func `the blocks of the article are compiled here`() throws {
        try expectCompiled(
            "Sources/DataSources/DataSources.docc/Migrating/MigratingFromGRDB.md",
            in: ["Tests/DataSourcesTests/Articles/Migrating/FromGRDBTests.swift"])
    }

    @Test func `a value that is fetched twice is delivered once, as what has changed`() async throws {
        let (values, database) = AsyncThrowingStream<[Player], any Error>.makeStream()
        let board = Leaderboard()
        var lines: [String] = []
        func report(_ line: String) { lines.append(line) }
        let worse = Player(id: ann.id, name: ann.name, score: 8)
        try await board.players.append(worse)
        let subscription = board.players.subscribe()
        let before = try #require(subscription.snapshot.version?.number)
        for state in [[worse], [worse], [ann, bob], [ann, bob], [bob, ann]] { database.yield(state) }
        database.finish()
        try await board.run(values)
        await board.players.finish()

        for await update in subscription {
            for player in update.insertedItems { report("+ \(player.name)") }
            for (old, new) in update.updatedItems { report("\(new.name): \(old.score) → \(new.score)") }
        }
        #expect(lines == ["+ Bob", "Ann: 8 → 9"])
        #expect(board.players.snapshot.map(\.name) == ["Bob", "Ann"])
        #expect(board.players.snapshot.version?.number == before + 2)
        #expect(await board.best.snapshot.count == 2)
        board.search.set("n")
        #expect(await board.best.snapshot.map(\.name) == ["Ann"])
    }

    @Test func `an observation that fails ends the call, and the last players stay`() async throws {
        let (values, database) = AsyncThrowingStream<[Player], any Error>.makeStream()
        let board = Leaderboard()
        database.yield([ann])
        database.finish(throwing: ConnectionLost())
        await #expect(throws: ConnectionLost.self) { try await board.run(values) }
        #expect(board.players.snapshot.map(\.id) == [1])
    }

    @Test func `a join that repeats a key is reported, and the next value is followed`() async throws {
        let (values, database) = AsyncThrowingStream<[Player], any Error>.makeStream()
        for state in [[ann], [ann, ann], [ann, bob]] { database.yield(state) }
        database.finish()
        let players = ListSource<Player>()
        var lines: [String] = []
        func report(_ line: String) { lines.append(line) }
        try await players.follow(values) { error in
            report("not shown: \(error.ids)")
        }
        #expect(lines == ["not shown: [1]"])
        #expect(players.snapshot.map(\.id) == [1, 2])
    }

    @Test func `change by change: a commit is one update, and costs what it has changed`() async throws {
        let byScore = ItemOrder<Player>.descending(\.score).then(.ascending(\.id))
        let players = FollowedList<Player, Int>(sortedBy: byScore)
        let (events, observer) = AsyncStream<RowEvent<Player, Int>>.makeStream()

        observer.yield(.loading(count: nil))
        observer.yield(.rows([ann, bob]))
        observer.yield(.loaded(at: 1))
        observer.yield(.ready)
        observer.yield(.changes([.upsert(Player(id: 2, name: "Bob", score: 12)), .delete(id: 1)], at: 2))
        observer.yield(.finished)

        try await players.follow(events)
        #expect(players.snapshot.map(\.score) == [12])
    }
}
