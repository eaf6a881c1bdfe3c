import DataSources
import DataSourcesTesting
import Foundation
import Testing

struct ChangesTests {
    private let changes = ListChanges(
        deletions: [4], insertions: [0, 1], moves: PositionPairs([PositionPair(before: 0, after: 3)]),
        updates: PositionPairs([PositionPair(before: 0, after: 3)])
    )

    @Test func `changes know their number and whether they are any`() {
        #expect(changes.count == 5 && !changes.isEmpty)
        #expect(ListChanges().count == 0 && ListChanges().isEmpty)
        #expect(SectionedChanges().isEmpty && SectionedChanges().count == 0)
        #expect(!SectionedChanges(sections: changes).isEmpty && SectionedChanges(sections: changes).count == 5)
    }

    @Test func `changes say what they are`() {
        #expect(changes.description == "deletions [4], insertions [0...1], moves [0→3], updates [0→3]")
        #expect(ListChanges().description == "no changes")
        let items = Changes<ItemPath>(deletions: [ItemPath(section: 1, item: 2)])
        #expect(SectionedChanges(items: items).description == "items: deletions [1.2]")
        let all = SectionedChanges(sections: ListChanges(insertions: [7]), items: items)
        #expect(all.description == "sections: insertions [7]; items: deletions [1.2]")
        #expect(SectionedChanges().description == "no changes")
    }

    @Test func `changes survive being encoded`() throws {
        #expect(try JSONDecoder().decode(ListChanges.self, from: JSONEncoder().encode(changes)) == changes)
        let old = try RowSections(plain: [PlainSection(0, Row.range(0, 5)), PlainSection(1, Row.range(5, 5))])
        let new = try RowSections(plain: [
            PlainSection(2, Row.range(3, 5)), PlainSection(Heading(0, 1), Row.range(8, 4)),
        ])
        let sectioned = new.changes(from: old)
        #expect(try JSONDecoder().decode(SectionedChanges.self, from: JSONEncoder().encode(sectioned)) == sectioned)
    }

    @Test func `a header and its items change independently of one another`() throws {
        let old = try RowSections(plain: [PlainSection(0, Row.range(0, 3))])
        let header = try RowSections(plain: [PlainSection(Heading(0, 9), Row.range(0, 3))]).changes(from: old)
        #expect(header.sections.updates.count == 1 && header.items.isEmpty && header.count == 1)
        let item = try RowSections(plain: [PlainSection(0, [Row(0), Row(1, 9), Row(2)])]).changes(from: old)
        #expect(item.sections.isEmpty && item.updates.map(\.after) == [ItemPath(section: 0, item: 1)])
    }
}
