import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct FromDiffableTests {
    private typealias Recipe = FromDiffable.Recipe
    private typealias Course = FromDiffable.Course
    private typealias Folder = FromDiffable.Folder

    private let starters = Course(id: "starters")
    private let desserts = Course(id: "desserts")
    private let soup = Recipe(id: 1, name: "Soup")
    private let salad = Recipe(id: 2, name: "Salad")
    private let cake = Recipe(id: 3, name: "Cake")

    @Test func `the blocks of the article are compiled, here or against the stand-in for UIKit`() throws {
        try expectCompiled(
            "Sources/DataSourcesViews/DataSourcesViews.docc/Migrating/MigratingFromDiffableDataSources.md",
            in: [
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromDiffable.swift",
                "Tests/DataSourcesViewsTests/Articles/Migrating/FromDiffableTests.swift",
                "Tests/Adapters/Migrating/DiffableGrid.swift",
            ])
    }

    @Test func `a whole state in, the difference out, with the items that have changed`() async throws {
        let model = try FromDiffable.RecipesModel([
            ItemSection(starters, items: [soup, salad]), ItemSection(desserts, items: [cake]),
        ])
        let subscription = model.recipes.subscribe()
        var grid = StrictDisplay(subscription.snapshot, refresh: .reconfigure)
        try await model.refresh([
            ItemSection(desserts, items: [cake, Recipe(id: 4, name: "Pie")]), ItemSection(starters, items: [salad]),
        ])
        try await model.toggleFavorite(3)
        let update = try #require(await subscription.next())
        try grid.show(update)
        #expect(grid.sections.map { $0.items.map(\.id) } == [[3, 4], [2]])
        #expect(update.updatedItems.map(\.new.isFavorite) == [true])
        #expect(update.changes.sections.moves.count == 1)
    }

    @Test func `the edits of a snapshot are edits of a draft`() async throws {
        let (salad, cake) = (salad, cake)
        let recipes = try SectionedSource([ItemSection(starters, items: [soup]), ItemSection(desserts)])

        try await recipes.transaction { draft in
            try draft.insertItem(salad, after: 1)
            try draft.appendItem(cake, toSection: "desserts")
            try draft.moveItem(id: 1, toSection: "desserts", at: 0)
            try draft.moveSection(id: "desserts", to: 0)
        }

        #expect(recipes.snapshot.map { $0.items.map(\.name) } == [["Soup", "Cake"], ["Salad"]])
        await #expect(throws: EditError.self) { try await recipes.appendItem(cake, toSection: "starters") }
    }

    @Test func `an outline is derived from items that name their parents`() async throws {
        let folders = try ListSource([
            Folder(id: "Inbox"), Folder(id: "Work", parent: "Inbox"), Folder(id: "Home", parent: "Inbox"),
        ])
        let expanded = Parameter(Expansion<String>())
        let outline = folders.tree(parent: { $0.parent }, expanded: expanded)
        #expect(await outline.snapshot.map(\.item.id) == ["Inbox"])
        expanded.update { $0.toggle("Inbox") }
        #expect(await outline.snapshot.map { "\($0.depth) \($0.item.id)" } == ["0 Inbox", "1 Work", "1 Home"])
    }
}
