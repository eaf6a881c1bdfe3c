import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The article "Following a database": what it shows is compiled, and does what it says.
struct FollowingADatabaseTests {
    private typealias Shown = FollowingADatabase

    @Test func `every snippet of the article is compiled`() throws {
        let article = "Sources/DataSources/DataSources.docc/FollowingADatabase.md"
        #expect(try Repository.blocks(of: article).count == 8)
        let files = ["FollowingADatabase.swift", "FollowingADatabase+pages.swift"]
        try expectCompiled(article, in: files.map { "Tests/DataSourcesTests/Tasks/Following/\($0)" })
    }

    @Test func `pages are shown as they are read`() async throws {
        let rows = (0..<100).map { Shown.Order(id: $0, day: -$0) }
        let shown = try await Shown.Pages().shown(of: Shown.Database(rows: rows))
        #expect(shown.map(\.id) == Array(0..<100))
    }

    @Test func `law 19: the footer never has the count of one state and the status of another`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let table = Shown.Table(rows: [Shown.Order(id: 1), Shown.Order(id: 2)], log: [])
            let list = FollowedList<Shown.Order, Int>(sortedBy: .ascending(\.day).then(.ascending(\.id)))
            let runner = executor.start(name: "runner") {
                try await list.run { position in Shown().changes(of: table, since: position) }
            }
            await executor.settle()
            let seen = Shared<[String?]>([])
            let reader = executor.start(name: "reader") {
                for await update in await Shown.footer(list).subscribe() {
                    seen.change { $0.append(update.after.value) }
                }
            }
            await executor.settle()
            try await Shown.write(Shown.Order(id: 3, day: 2), to: table, shownIn: list)
            await executor.settle()
            #expect(list.snapshot.map(\.id) == [1, 2, 3])
            runner.cancel()
            await #expect(throws: CancellationError.self) { try await runner.value }
            await executor.settle()
            #expect(seen.value.first == "3 open orders" && seen.value.count == 2)
            #expect(seen.value.last??.hasPrefix("3 open orders; connecting again") == true)
            reader.cancel()
        }
    }
}
