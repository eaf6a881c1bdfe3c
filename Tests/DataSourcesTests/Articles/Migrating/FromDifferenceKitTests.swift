import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The code of the article "Migrating from DifferenceKit", compiled and run.
struct FromDifferenceKitTests {
    struct Article: Identifiable, Equatable, Sendable {
        let id: Int
        var title: String
    }

    /// An article that is compared without the time at which it was fetched.
    struct FetchedArticle: Identifiable, Equatable, Sendable {
        let id: Int
        var title: String
        var fetched: Int

        static func == (left: FetchedArticle, right: FetchedArticle) -> Bool {
            left.id == right.id && left.title == right.title
        }
    }

    let shown = [Article(id: 1, title: "A"), Article(id: 2, title: "B"), Article(id: 3, title: "C")]
    let fetched = [Article(id: 2, title: "B"), Article(id: 3, title: "C!"), Article(id: 1, title: "A")]

    @Test func `the blocks of the article are compiled here`() throws {
        try expectCompiled(
            "Sources/DataSources/DataSources.docc/Migrating/MigratingFromDifferenceKit.md",
            in: ["Tests/DataSourcesTests/Articles/Migrating/FromDifferenceKitTests.swift"])
    }

    @Test func `two arrays: the stages of their difference fit a table view`() throws {
        var table = StrictDisplay(try ListSnapshot(shown))
        let before = try ListSnapshot(shown)
        let after = try ListSnapshot(fetched)
        for stage in Update(from: before, to: after)?.stages ?? [] {
            try table.performBatchUpdates(stage.changes, to: stage.after)
        }
        #expect(table.items == fetched)
        #expect(Update(from: before, to: before) == nil)
        // DifferenceKit 1.3.0 reports two moves.
        #expect(after.changes(from: before).moves.count == 1)
        #expect(after.changes(from: before).updates.map(\.after) == [1])
    }

    @Test func `a source: who shows it is told what a fetch has changed`() async throws {
        let articles = try ListSource(shown)
        let subscription = articles.subscribe()
        var table = StrictDisplay(subscription.snapshot)

        try await articles.replaceAll(with: fetched)
        try await articles.update(id: 2) { $0.title += "!" }
        await articles.finish()

        for await update in subscription { try table.show(update) }
        #expect(table.items.map(\.title) == ["B!", "C!", "A"])
    }

    @Test func `sections: an item that changes its section moves`() throws {
        struct Topic: Identifiable, Equatable, Sendable { let id: String }
        let (news, sport) = (Topic(id: "news"), Topic(id: "sport"))
        let before = try SectionedSnapshot([ItemSection(news, items: shown), ItemSection(sport)])
        let after = try SectionedSnapshot([
            ItemSection(news, items: shown.dropLast()), ItemSection(sport, items: shown.suffix(1)),
        ])
        #expect(after.changes(from: before).items.moves.map(\.after) == [ItemPath(section: 1, item: 0)])
        var table = StrictDisplay(before)
        if let update = Update(from: before, to: after) { try table.show(update) }
        #expect(table.sections.map(\.items.count) == [2, 1])
    }

    @Test func `an id that occurs twice is an error, unless a policy says which item stays`() throws {
        let twice = [Article(id: 1, title: "A"), Article(id: 1, title: "B")]
        #expect(throws: EditError.self) { try ListSnapshot(twice) }
        #expect(try ListSnapshot(twice, duplicates: .keepLast).map(\.title) == ["B"])
    }

    @Test func `what == leaves out is not an update`() throws {
        let before = try ListSnapshot([FetchedArticle(id: 1, title: "A", fetched: 1)])
        let after = try ListSnapshot([FetchedArticle(id: 1, title: "A", fetched: 2)])
        #expect(Update(from: before, to: after) == nil)
    }
}
