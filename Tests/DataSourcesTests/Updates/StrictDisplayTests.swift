import DataSources
import Testing

/// The strict display refuses what UIKit refuses; a display that took everything would prove nothing.
struct StrictDisplayTests {
    typealias Display = StrictDisplay<Heading, Row>
    let before = [PlainSection(Heading(0), [Row(0), Row(1)]), PlainSection(Heading(1), [Row(2)])]

    /// What the display says to a batch.
    private func refusal(_ changes: SectionedChanges, to after: [PlainSection]) throws -> String? {
        var display = Display(try SectionedSnapshot(plain: before))
        do {
            try display.performBatchUpdates(changes, to: SectionedSnapshot(plain: after))
            return nil
        } catch let error as Display.Refusal {
            return error.description
        }
    }

    private func rows(
        deletions: PositionSet<ItemPath> = [],
        insertions: PositionSet<ItemPath> = [],
        moves: [(ItemPath, ItemPath)] = [],
        updates: [(ItemPath, ItemPath)] = []
    ) -> Changes<ItemPath> {
        func pairs(_ list: [(ItemPath, ItemPath)]) -> PositionPairs<ItemPath> {
            PositionPairs(list.map { PositionPair(before: $0.0, after: $0.1) })
        }
        return Changes(deletions: deletions, insertions: insertions, moves: pairs(moves), updates: pairs(updates))
    }

    private func pair(_ before: Int, _ after: Int) -> PositionPairs<Int> {
        PositionPairs([PositionPair(before: before, after: after)])
    }

    private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

    @Test func `it takes a batch that fits`() throws {
        let after = [PlainSection(Heading(0), [Row(3), Row(0, 1)]), PlainSection(Heading(1), [Row(1), Row(2)])]
        let changes = rows(
            insertions: [path(0, 0)], moves: [(path(0, 1), path(1, 0))], updates: [(path(0, 0), path(0, 1))])
        #expect(try refusal(SectionedChanges(items: changes), to: after) == nil)
    }

    @Test func `it refuses rows that are not there`() throws {
        let deletion = SectionedChanges(items: rows(deletions: [path(0, 2)]))
        #expect(try refusal(deletion, to: before)?.contains("delete row 0.2, which is not there before") == true)
        let insertion = SectionedChanges(items: rows(insertions: [path(2, 0)]))
        #expect(try refusal(insertion, to: before)?.contains("insert row 2.0, which is not there after") == true)
    }

    @Test func `it refuses counts that do not fit`() throws {
        let after = [PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(2)])]
        #expect(try refusal(SectionedChanges(), to: after)?.contains("number of rows in section 0") == true)
        #expect(try refusal(SectionedChanges(), to: [])?.contains("number of sections") == true)
    }

    @Test func `it refuses to delete and move one row`() throws {
        let changes = rows(deletions: [path(0, 0)], moves: [(path(0, 0), path(1, 0))])
        let after = [PlainSection(Heading(0), [Row(1)]), PlainSection(Heading(1), [Row(0), Row(2)])]
        #expect(
            try refusal(SectionedChanges(items: changes), to: after)?.contains("delete and move the same row 0.0")
                == true)
    }

    @Test func `it refuses to reload a row that moves`() throws {
        let changes = rows(moves: [(path(0, 0), path(0, 1))], updates: [(path(0, 0), path(0, 1))])
        let after = [PlainSection(Heading(0), [Row(1), Row(0, 1)]), before[1]]
        #expect(
            try refusal(SectionedChanges(items: changes), to: after)?.contains("move and reload the same row") == true)
    }

    @Test func `it refuses to reload a section that moves`() throws {
        let changes = SectionedChanges(sections: Changes(moves: pair(0, 1), updates: pair(0, 1)))
        let after = [before[1], PlainSection(Heading(0, 1), before[0].items)]
        #expect(try refusal(changes, to: after)?.contains("move and reload the same section 0") == true)
    }

    @Test func `it refuses to change rows of a section that changes itself`() throws {
        let moved = SectionedChanges(sections: Changes(moves: pair(0, 1)), items: rows(deletions: [path(0, 0)]))
        let swapped = [before[1], PlainSection(Heading(0), [Row(1)])]
        #expect(try refusal(moved, to: swapped)?.contains("a section that is moved") == true)
        let reloaded = SectionedChanges(sections: Changes(updates: pair(1, 1)), items: rows(insertions: [path(1, 0)]))
        let longer = [before[0], PlainSection(Heading(1, 1), [Row(9), Row(2)])]
        #expect(try refusal(reloaded, to: longer)?.contains("a section that is reloaded") == true)
    }

    @Test func `it refuses to move a row into an inserted or out of a deleted section`() throws {
        let into = SectionedChanges(sections: Changes(insertions: [2]), items: rows(moves: [(path(0, 0), path(2, 0))]))
        let longer = [PlainSection(Heading(0), [Row(1)]), before[1], PlainSection(Heading(2), [Row(0)])]
        #expect(try refusal(into, to: longer)?.contains("a section that is inserted") == true)
        let out = SectionedChanges(sections: Changes(deletions: [1]), items: rows(moves: [(path(1, 0), path(0, 2))]))
        let shorter = [PlainSection(Heading(0), [Row(0), Row(1), Row(2)])]
        #expect(try refusal(out, to: shorter)?.contains("a section that is deleted") == true)
    }

    @Test func `it refuses a batch after which it shows something else than there is`() throws {
        let forgotten = [PlainSection(Heading(0), [Row(0), Row(1, 7)]), before[1]]
        #expect(try refusal(SectionedChanges(), to: forgotten)?.contains("section 0 shows") == true)
        let renamed = [before[0], PlainSection(Heading(1, 1), [Row(2)])]
        #expect(try refusal(SectionedChanges(), to: renamed)?.contains("section 1 shows") == true)
    }
}
