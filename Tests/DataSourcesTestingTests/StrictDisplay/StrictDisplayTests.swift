import DataSources
import DataSourcesTesting
import Testing

/// What the strict display takes, and what it shows then.
struct StrictDisplayTests {
    @Test func `it takes a batch that fits, and shows what the data source has`() throws {
        var display = StrictDisplay(shelves([0, 1], [2]))
        let after = shelves([3, 0], [1, 2])
        let changes = Changes(insertions: [path(0, 0)], moves: pairs((path(0, 1), path(1, 0))))
        try display.performBatchUpdates(SectionedChanges(items: changes), to: after)
        #expect(display.sections == after)
        #expect(display.items == [Book(3), Book(0), Book(1), Book(2)])
    }

    @Test func `it takes a reload behind deletions and insertions`() throws {
        var display = StrictDisplay(shelves([0, 1, 2, 3]))
        var after = shelves([7, 1, 8, 3])
        after[0].items[3].state = 1
        let changes = Changes(
            deletions: [path(0, 0), path(0, 2)], insertions: [path(0, 0), path(0, 2)],
            updates: pairs((path(0, 3), path(0, 3))))
        try display.performBatchUpdates(SectionedChanges(items: changes), to: after)
        #expect(display.sections == after)
    }

    @Test func `sections come, go and move with their rows`() throws {
        var display = StrictDisplay(shelves([0], [1], [2]))
        let old = display.sections
        let after = [old[2], PlainSection(Shelf(9), [Book(9)]), old[1]]
        let changes = Changes(deletions: [0], insertions: [1], moves: pairs((2, 0)))
        try display.performBatchUpdates(SectionedChanges(sections: changes), to: after)
        #expect(display.sections == after)
    }

    @Test func `what is refused changes nothing`() throws {
        let before = shelves([0, 1], [2])
        var display = StrictDisplay(before)
        let changes = Changes(deletions: [path(0, 0), path(1, 0)])
        #expect(throws: DisplayRefusal.self) {
            try display.performBatchUpdates(SectionedChanges(items: changes), to: shelves([1], [2]))
        }
        #expect(display.sections == before)
    }

    @Test func `a list is a section that nobody has to name`() throws {
        var display = StrictDisplay(try BookList(books: 0, 1, 2))
        let changes = ListChanges(deletions: [0], moves: pairs((1, 1)))
        try display.performBatchUpdates(changes, to: BookList(books: 2, 1))
        #expect(display.items == [Book(2), Book(1)])
        let named: StrictListDisplay<Book> = display
        #expect(named.sections.count == 1)
    }

    @Test func `an update is shown stage by stage or step by step`() throws {
        let (before, after) = (shelves([0, 1], [2, 3]), shelves([2], [], [1, 9, 0]))
        let update = try #require(Update(from: try library(before), to: try library(after)))
        #expect(update.stages.count > 1)
        var display = StrictDisplay(update.before)
        try display.show(update)
        #expect(display.sections == after)
        display = StrictDisplay(update.before)
        try display.showStepwise(update)
        #expect(display.sections == after)
    }

    @Test func `an update that starts from other content is refused`() throws {
        let update = try #require(Update(from: try BookList(books: 0), to: try BookList(books: 0, 1)))
        var display = StrictDisplay(try BookList(books: 5))
        let message = "the update starts from other content: at 0.0 there is Book(5), there should be Book(0)"
        let refusal = #expect(throws: DisplayRefusal.self) { try display.show(update) }
        #expect(refusal?.message == message && refusal?.code == .showsOther)
        #expect(#expect(throws: DisplayRefusal.self) { try display.showStepwise(update) }?.message == message)
    }

    @Test func `ten thousand rows in a batch are no quadratic work`() throws {
        var random = SeededGenerator(seed: 1)
        let before = (0..<10_000).map { Book($0) }
        let after = (0..<10_000).map { Book($0 + 1_000, 1) }.shuffled(using: &random)
        let update = try #require(Update(from: BookList(before), to: BookList(after)))
        var display = StrictDisplay(update.before)
        // About 10 ms optimized, 150 ms not.
        let time = try ContinuousClock().measure { try display.show(update) }
        #expect(time < .seconds(3))
        #expect(display.items == after)
    }
}
