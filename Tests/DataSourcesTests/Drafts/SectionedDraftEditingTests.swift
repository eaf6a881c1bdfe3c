import DataSources
import DataSourcesTesting
import Testing

/// What single verbs of a draft of sections do; all of them together are in `SectionedDifferenceLaws`.
struct SectionedDraftEditingTests {
    private func draft() throws -> RowSectionsDraft {
        try RowSectionsDraft([PlainSection(0, Row.range(0, 3)).section, PlainSection(1, Row.range(10, 2)).section])
    }

    private func ids(_ draft: borrowing RowSectionsDraft) -> [[Int]] {
        draft.snapshot.map { $0.items.map(\.id) }
    }

    @Test func `a row moves within its section, and back`() throws {
        var draft = try draft()
        let before = draft.snapshot
        try draft.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 2))
        #expect(ids(draft) == [[1, 2, 0], [10, 11]])
        #expect(draft.snapshot.changes(from: before).moves.map(\.after) == [ItemPath(section: 0, item: 2)])
        try draft.moveItem(from: ItemPath(section: 0, item: 2), to: ItemPath(section: 0, item: 0))
        #expect(draft.snapshot == before && draft.snapshot.changes(from: before).isEmpty)
    }

    @Test func `rows move across sections, one to the front and one to the end`() throws {
        var draft = try RowSectionsDraft([
            PlainSection(0, Row.range(1, 3)).section, PlainSection(1, Row.range(11, 2)).section,
        ])
        try draft.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 0))
        try draft.moveItem(from: ItemPath(section: 1, item: 2), to: ItemPath(section: 0, item: 1))
        #expect(ids(draft) == [[2, 12, 3], [1, 11]])
        #expect(draft.snapshot.items.map(\.id) == [2, 12, 3, 1, 11])
    }

    @Test func `a row moves before and after rows of any section`() throws {
        var draft = try draft()
        try draft.moveItem(id: 0, before: 11)
        #expect(ids(draft) == [[1, 2], [10, 0, 11]])
        try draft.moveItem(id: 10, after: 2)
        #expect(ids(draft) == [[1, 2, 10], [0, 11]])
        try draft.moveItem(id: 1, after: 10)
        #expect(ids(draft) == [[2, 10, 1], [0, 11]])
        try draft.moveItem(id: 1, before: 2)
        #expect(ids(draft) == [[1, 2, 10], [0, 11]])
    }

    @Test func `what changes nothing leaves the very same snapshot`() throws {
        var draft = try draft()
        let before = draft.snapshot
        try draft.moveItem(id: 1, to: ItemPath(section: 0, item: 1))
        try draft.moveItem(id: 1, before: 1)
        try draft.moveItem(id: 1, after: 1)
        try draft.updateItem(Row(1))
        try draft.updateItem(id: 1) { $0.value = 0 }
        try draft.upsertItem(Row(1), inSection: 1)
        try draft.moveSection(id: 0, to: 0)
        try draft.moveSection(id: 0, before: 0)
        try draft.updateSection(Heading(0))
        try draft.appendItems([], toSection: 0)
        try draft.removeItems(1..<1, inSection: 0)
        try draft.replaceItems(inSection: 0, with: Row.range(0, 3))
        try draft.replaceAll(with: before)
        try draft.replaceAll(with: before.plain.map(\.section))
        draft.removeAllItems { _ in false }
        draft.removeAllSections { _ in false }
        #expect(draft.snapshot.isIdentical(to: before))
    }

    @Test func `rows of one section go to another, it is removed, and a third row is edited`() throws {
        var draft = try RowSectionsDraft((0..<3).map { PlainSection($0, Row.range($0 * 10, 3)).section })
        let old = draft.snapshot
        for id in 10..<13 { try draft.moveItem(id: id, toSection: 0, at: 0) }
        try draft.removeSection(id: 1)
        try draft.updateItem(id: 21) { $0.value = 1 }
        let changes = draft.snapshot.changes(from: old)
        #expect(Oracle.fault(in: changes, from: old.plain, to: draft.snapshot.plain) == nil)
        #expect(changes.sections == ListChanges(deletions: [1]))
        #expect(changes.moves.count == 3 && changes.updates.count == 1 && changes.items.count == 4)
        #expect(draft.count == 2 && draft.itemCount == 9)
    }

    @Test func `edits of content in two sections are two updates and nothing else`() throws {
        var draft = try draft()
        let old = draft.snapshot
        try draft.updateItem(id: 1) { $0.value = 1 }
        try draft.updateItem(id: 10) { $0.value = 1 }
        let paths = [ItemPath(section: 0, item: 1), ItemPath(section: 1, item: 0)]
        let pairs = PositionPairs(paths.map { PositionPair(before: $0, after: $0) })
        #expect(draft.snapshot.changes(from: old) == SectionedChanges(items: Changes(updates: pairs)))
    }

    @Test func `items of a removed or an inserted section go and come without a word`() throws {
        var draft = try draft()
        let old = draft.snapshot
        let removed = try draft.removeSection(id: 1)
        #expect(removed.id == 1 && removed.items.map(\.id) == [10, 11])
        try draft.insertSection(PlainSection(5, Row.range(50, 100)).section, at: 0)
        let changes = draft.snapshot.changes(from: old)
        #expect(changes == SectionedChanges(sections: ListChanges(deletions: [1], insertions: [0])))
    }

    @Test func `a row that comes to an inserted section is one move`() throws {
        var draft = try draft()
        let old = draft.snapshot
        try draft.removeItem(id: 10)
        try draft.insertSection(PlainSection(5, [Row(50), Row(10), Row(51)]).section, at: 0)
        let changes = draft.snapshot.changes(from: old)
        let move = PositionPair(before: ItemPath(section: 1, item: 0), after: ItemPath(section: 0, item: 1))
        #expect(changes.items == Changes(moves: PositionPairs([move])))
    }

    @Test func `removeAllItems leaves empty sections where they are`() throws {
        var draft = try draft()
        #expect(draft.removeAllItems { $0.id < 11 } == 4)
        #expect(ids(draft) == [[], [11]])
        try draft.appendItem(Row(4), toSection: 0)
        #expect(draft.path(of: 4) == ItemPath(section: 0, item: 0))
    }

    @Test func `a section removed and put back with its rows is no change`() throws {
        var draft = try draft()
        let old = draft.snapshot
        let section = try draft.removeSection(at: 0)
        try draft.insertSection(section, at: 0)
        #expect(draft.snapshot == old && draft.snapshot.changes(from: old).isEmpty)
        #expect(draft.path(of: 2) == ItemPath(section: 0, item: 2))
    }

    @Test func `an emptied draft can be filled again`() throws {
        var draft = try draft()
        draft.removeAll()
        #expect(draft.isEmpty && draft.itemCount == 0 && draft.snapshot == RowSections())
        try draft.appendSection(PlainSection(1, Row.range(0, 100)).section)
        #expect(draft.path(of: 99) == ItemPath(section: 0, item: 99) && draft.sectionPosition(of: 1) == 0)
    }

    // MARK: Memory

    private final class Name: Hashable, Sendable {
        static func == (left: Name, right: Name) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private struct Named: Identifiable, Equatable, Sendable {
        let id: Name
    }

    @Test(arguments: [false, true]) func `a draft lets go of the id of a removed section`(inTransaction: Bool) throws {
        var draft = SectionedDraft<Named, Row>()
        weak var kept: Name?
        do {
            let name = Name()
            kept = name
            try draft.appendSection(ItemSection(Named(id: name), items: []))
            if inTransaction {
                _ = try draft.transaction { try $0.removeSection(id: name) }
            } else {
                try draft.removeSection(id: name)
            }
        }
        #expect(draft.isEmpty && kept == nil)
    }

    @Test func `a draft lets go of the id of a section whose insertion is taken back`() throws {
        struct TakenBack: Error {}
        var draft = SectionedDraft<Named, Row>()
        weak var kept: Name?
        do {
            let name = Name()
            kept = name
            #expect(throws: TakenBack.self) {
                try draft.transaction { draft in
                    try draft.appendSection(ItemSection(Named(id: name), items: []))
                    throw TakenBack()
                }
            }
        }
        #expect(draft.isEmpty && kept == nil)
    }
}
