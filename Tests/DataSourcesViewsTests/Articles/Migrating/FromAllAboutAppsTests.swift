import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct FromAllAboutAppsTests {
    @Test func `the blocks of the article are compiled, here or against the stand-in for UIKit`() throws {
        try expectCompiled(
            "Sources/DataSourcesViews/DataSourcesViews.docc/Migrating/MigratingFromAllAboutAppsDataSource.md",
            in: [
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromAllAboutApps.swift",
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromAllAboutAppsTests.swift",
                "Tests/Adapters/Migrating/AllAboutAppsTable.swift",
            ])
    }

    @Test func `rows and sections appear when what they depend on changes`() async throws {
        let form = try FromAllAboutApps.Form()
        let subscription = await form.visible.subscribe()
        var table = StrictDisplay(subscription.snapshot)
        #expect(table.sections.map { $0.items.map(\.id) } == [["first", "more"]])

        form.typed("Ann", in: "first")
        form.turned("more", on: true)
        try await form.fields.transaction { _ in }

        try table.show(try #require(await subscription.next()))
        #expect(table.sections.map { $0.items.map(\.id) } == [["first", "last", "more"], ["email"]])
        form.typed("", in: "first")
        try table.show(try #require(await subscription.next()))
        #expect(table.items.map(\.id) == ["first", "more", "email"])
    }

    @Test func `separators are no rows: they stand between the items that are visible`() throws {
        let separators = Separators<FromAllAboutApps.Field, String> { gap in gap.isLast ? nil : "thin" }
        let fields = ["a", "b", "c"].map { FromAllAboutApps.Field(id: $0, kind: .text, title: $0) }
        let shown = separators.show(0..<3, of: try ListSnapshot(fields))
        #expect(shown.map(\.style) == ["thin", "thin", "thin"])
        #expect(shown.map(\.id) == [.above("a"), .below("a"), .below("b")])
    }

    @Test func `a visibility filter is asked again when something outside of the rows has changed`() async throws {
        let isExpert = Shared(false)
        let form = try FromAllAboutApps.Form()
        let visibility = VisibilityFilter(of: form.fields, rows: .item { _ in !isExpert.value })
        #expect(await visibility.sections.snapshot.itemCount == 0)
        isExpert.change { $0 = true }
        visibility.invalidate()
        #expect(await visibility.sections.snapshot.itemCount == 4)
    }
}
