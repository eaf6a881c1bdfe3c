import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct FromSimpleSourceTests {
    private typealias Employee = FromSimpleSource.Employee
    private typealias Department = FromSimpleSource.Department

    private let engineering = Department(id: "engineering", title: "Engineering")
    private let sales = Department(id: "sales", title: "Sales")
    private let alice = Employee(id: "alice", name: "Alice")
    private let bob = Employee(id: "bob", name: "Bob")
    private let eve = Employee(id: "eve", name: "Eve")

    @Test func `the blocks of the article are compiled, here or against the stand-in for UIKit`() throws {
        try expectCompiled(
            "Sources/DataSourcesViews/DataSourcesViews.docc/Migrating/MigratingFromSimpleSource.md",
            in: [
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromSimpleSource.swift",
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromSimpleSourceTests.swift",
                "Tests/Adapters/Migrating/SimpleSourceTable.swift",
            ])
    }

    @Test func `the edits of the article are one batch, which a table view accepts`() async throws {
        let (alice, bob, eve) = (alice, bob, eve)
        let company = try SectionedSource([
            ItemSection(engineering, items: [alice, bob]),
            ItemSection(sales, items: [eve]),
        ])
        let subscription = company.subscribe()
        var table = StrictDisplay(subscription.snapshot)

        try await company.updateItem(id: bob.id) { $0.name = "Bobby" }
        try await company.moveItem(id: alice.id, toSection: "sales", at: 0)
        try await company.transaction { draft in
            try draft.removeItem(id: eve.id)
            try draft.updateSection(id: "sales") { $0.title = "Field sales" }
        }

        await company.finish()
        var updates = 0
        for await update in subscription {
            try table.show(update)
            updates += 1
        }
        #expect(updates == 1)
        #expect(table.sections.map { $0.items.map(\.name) } == [["Bobby"], ["Alice"]])
        #expect(table.sections.map(\.header.title) == ["Engineering", "Field sales"])
    }

    @Test func `an empty section keeps its header, and all items are read in the order of the sections`() throws {
        let snapshot = try SectionedSnapshot([
            ItemSection(sales), ItemSection(engineering, items: [alice, bob]),
        ])
        #expect(snapshot.items.map(\.name) == ["Alice", "Bob"])
        #expect(snapshot[ItemPath(section: 0, item: 0)] == nil)
        #expect(snapshot[ItemPath(section: -1, item: 0)] == nil)
        #expect(snapshot.path(of: "bob") == ItemPath(section: 1, item: 1))
    }

    @Test func `a source of one's own publishes what has changed, and nothing if nothing has`() async throws {
        let directory = FromSimpleSource.Directory()
        let subscription = directory.subscribe()
        await directory.received([alice, bob])
        await directory.received([alice])
        directory.hub.finish()
        #expect(try #require(await subscription.next()).after.map(\.id) == ["alice", "bob"])
        #expect(await subscription.next() == nil)
    }
}
