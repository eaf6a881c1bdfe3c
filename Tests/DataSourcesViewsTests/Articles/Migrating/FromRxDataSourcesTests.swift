import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct FromRxDataSourcesTests {
    private typealias Contact = FromRxDataSources.Contact

    @Test func `the blocks of the article are compiled, here or against the stand-in for UIKit`() throws {
        try expectCompiled(
            "Sources/DataSourcesViews/DataSourcesViews.docc/Migrating/MigratingFromRxDataSources.md",
            in: [
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromRxDataSources.swift",
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromRxDataSourcesTests.swift",
                "Tests/Adapters/Migrating/RxDataSourcesTable.swift",
            ])
    }

    @Test func `a search is one update, and so is a fetch`() async throws {
        let model = FromRxDataSources.ContactsModel()
        let subscription = await model.sections.subscribe()
        var table = StrictDisplay(subscription.snapshot)
        let fetched = [
            Contact(id: 1, name: "Bob"), Contact(id: 2, name: "Ann"), Contact(id: 3, name: "Aya"),
        ]

        try await model.contacts.replaceAll(with: fetched)

        try table.show(try #require(await subscription.next()))
        #expect(table.sections.map(\.header.id) == ["A", "B"])
        #expect(table.sections.map { $0.items.map(\.name) } == [["Ann", "Aya"], ["Bob"]])
        model.search.set("o")
        try table.show(try #require(await subscription.next()))
        #expect(table.items.map(\.name) == ["Bob"])
    }

    @Test func `the newest search wins, and what lies between is not shown`() async throws {
        let model = FromRxDataSources.ContactsModel()
        try await model.contacts.append(Contact(id: 1, name: "Bob"))
        let subscription = await model.sections.subscribe()
        for text in ["A", "An", ""] { model.search.set(text) }
        model.search.finish()
        await model.contacts.finish()
        #expect(await subscription.next() == nil)
    }

    @Test func `a model that throws: the last good state stays`() async throws {
        let model = FromRxDataSources.ContactsModel()
        let twice = [Contact(id: 1, name: "Bob"), Contact(id: 1, name: "Bob")]
        try await model.contacts.append(Contact(id: 7, name: "Eve"))

        let error = await #expect(throws: EditError.self) { try await model.contacts.replaceAll(with: twice) }
        #expect(error?.code == .duplicateItem)
        #expect(model.contacts.snapshot.map(\.id) == [7])
    }
}
