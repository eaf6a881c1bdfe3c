import DataSources
import TestKit
import Testing

/// The code of the article "Migrating from DynamicData", compiled and run.
struct FromDynamicDataTests {
    struct Trade: Identifiable, Equatable, Sendable {
        let id: Int
        var customer: String
        var price: Int
    }

    struct Customer: Identifiable, Equatable, Sendable {
        let id: String
        var country: String
    }

    /// The trades, and the tables of one window.
    final class TradesModel: Sendable {
        let trades = ListSource<Trade>()
        let search = Parameter("")
        let rows: DerivedSource<ListSnapshot<Trade>>
        let totals: DerivedSource<ListSnapshot<Keyed<String, Int>>>

        init() {
            let found = trades.filter(by: search) { trade, text in text.isEmpty || trade.customer.contains(text) }
            rows = found.sorted(by: \.price, .descending)
            totals = trades.aggregated(by: \.customer, .sum(of: \.price))
        }
    }

    let one = Trade(id: 1, customer: "Ann", price: 10)
    let two = Trade(id: 2, customer: "Bob", price: 30)
    let three = Trade(id: 3, customer: "Ann", price: 20)

    @Test func `the blocks of the article are compiled here`() throws {
        try expectCompiled(
            "Sources/DataSources/DataSources.docc/Migrating/MigratingFromDynamicData.md",
            in: ["Tests/DataSourcesTests/Articles/Migrating/FromDynamicDataTests.swift"])
    }

    @Test func `an edit is one update of each table, whatever it adds and removes`() async throws {
        let (one, two, three) = (one, two, three)
        let model = TradesModel()
        let rows = await model.rows.subscribe()
        let totals = await model.totals.subscribe()

        try await model.trades.transaction { list in
            list.upsert(contentsOf: [one, two, three])
            try list.remove(id: two.id)
        }

        let added = try #require(await rows.next())
        #expect(added.after.map(\.id) == [3, 1])
        #expect(added.changes.insertions.count == 2)
        #expect(try #require(await totals.next()).after.map(\.value) == [30])

        model.search.set("Bob")
        #expect(try #require(await rows.next()).after.isEmpty)
    }

    @Test func `a diamond: an edit reaches both branches in one update`() async throws {
        let (one, two) = (one, two)
        let trades = try ListSource([one, two])
        let expensive = trades.filter { $0.price > 5 }
        let title = expensive.counted().combined(with: trades.counted()) { "\($0) of \($1)" }
        let subscription = await title.subscribe()
        #expect(subscription.snapshot.value == "2 of 2")

        try await trades.transaction { list in
            try list.update(id: one.id) { $0.price = 1 }
            try list.append(Trade(id: 4, customer: "Cem", price: 2))
        }
        await trades.finish()

        var shown: [String?] = []
        for await update in subscription { shown.append(update.after.value) }
        #expect(shown == ["1 of 3"])
    }

    @Test func `a join follows both of its lists`() async throws {
        let trades = try ListSource([one, two])
        let customers = try ListSource([Customer(id: "Ann", country: "DE")])
        let named = trades.joined(with: customers, on: \.customer, equals: \.id)
        try await customers.append(Customer(id: "Bob", country: "FR"))
        #expect(await named.snapshot.map(\.right.country) == ["DE", "FR"])
    }

    @Test func `one item is watched by its id`() async throws {
        let trades = try ListSource([one])
        let watched = await trades.watching(id: 1).subscribe()
        try await trades.remove(id: 1)
        #expect(try #require(await watched.next()).after.value == nil)
    }

    @Test func `a source removes what is too old or too much`() async throws {
        let (one, two, three) = (one, two, three)
        let trades = try ListSource([one, two, three])
        let limiting = Task { try await trades.limitSize(to: 2) }
        await trades.first { $0.count == 2 }
        limiting.cancel()
        #expect(trades.snapshot.map(\.id) == [2, 3])
    }
}
