import DataSources
import DataSourcesTesting
import Testing

/// Every edit of sections that cannot be made throws what is wrong, and has changed nothing.
struct SectionedDraftErrorTests {
    struct Refusal: Error {}

    /// Sections 0, 1 and 2 with rows 0..<50, 50..<60 and none.
    private static let model = [PlainSection(0, Row.range(0, 50)), PlainSection(1, Row.range(50, 10)), PlainSection(2)]

    private func expectRefusal(
        _ code: EditError.Code, ids: [Int] = [], sourceLocation: SourceLocation = #_sourceLocation,
        _ edit: (inout RowSectionsDraft) throws -> Void
    ) throws {
        var draft = try RowSectionsDraft(Self.model.map(\.section))
        let before = draft.snapshot
        try expectEditError(code, ids: ids, sourceLocation: sourceLocation) { try edit(&draft) }
        try expectIntact(&draft, before, sourceLocation)
    }

    private func expectIntact(
        _ draft: inout RowSectionsDraft, _ before: RowSections, _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(draft.snapshot.plain == Self.model && before.plain == Self.model, sourceLocation: sourceLocation)
        #expect(draft.itemCount == 60 && draft.snapshot.itemCount == 60, sourceLocation: sourceLocation)
        #expect(draft.snapshot.changes(from: before).isEmpty, sourceLocation: sourceLocation)
        // Later edits work.
        try draft.appendItems(Row.range(100, 40), toSection: 2)
        try draft.moveItem(id: 3, toSection: 1, at: 5)
        try draft.appendSection(PlainSection(9, [Row(200), Row(300)]).section)
        try draft.removeItem(id: 55)
        let rows = Array(draft.snapshot.items)
        #expect(rows.count == 101, sourceLocation: sourceLocation)
        for path in draft.snapshot.items.indices {
            let id = draft.snapshot.items[path].id
            if draft.path(of: id) != path {
                Issue.record("\(id) is not known to be at \(path)", sourceLocation: sourceLocation)
            }
        }
        for (position, id) in [0, 1, 2, 9].enumerated() {
            #expect(draft.sectionPosition(of: id) == position, sourceLocation: sourceLocation)
        }
    }

    @Test func `an item id that is there already, in whatever section, is refused`() throws {
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.insertItem(Row(7), at: ItemPath(section: 2, item: 0)) }
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.insertItem(Row(7), before: 55) }
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.insertItem(Row(7), after: 55) }
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.appendItem(Row(7), toSection: 1) }
        let rows = [Row(7), Row(200), Row(200), Row(51), Row(7), Row(300)]
        try expectRefusal(.duplicateItem, ids: [7, 200, 51]) { try $0.appendItems(rows, toSection: 2) }
        try expectRefusal(.duplicateItem, ids: [7, 200, 51]) { try $0.replaceItems(0..<0, inSection: 2, with: rows) }
        try expectRefusal(.duplicateItem, ids: [7, 200]) { try $0.replaceItems(0..<10, inSection: 1, with: rows) }
        try expectRefusal(.duplicateItem, ids: [7, 200, 51]) { try $0.replaceItems(inSection: 2, with: rows) }
        try expectRefusal(.duplicateItem, ids: [7, 200]) { try $0.replaceItems(inSection: 1, with: rows) }
    }

    @Test func `a section with an id or item ids that are there already is refused`() throws {
        let known = PlainSection(1, [Row(200)]).section
        try expectRefusal(.duplicateSection, ids: [1]) { try $0.insertSection(known, at: 0) }
        try expectRefusal(.duplicateSection, ids: [1]) { try $0.insertSection(known, before: 2) }
        try expectRefusal(.duplicateSection, ids: [1]) { try $0.insertSection(known, after: 2) }
        try expectRefusal(.duplicateSection, ids: [1]) { try $0.appendSection(known) }
        let section = PlainSection(9, [Row(200), Row(7), Row(200), Row(51), Row(300)]).section
        try expectRefusal(.duplicateItem, ids: [7, 200, 51]) { try $0.insertSection(section, at: 3) }
        try expectRefusal(.duplicateItem, ids: [7, 200, 51]) { try $0.appendSection(section) }
    }

    @Test func `whole new sections with ids there twice are refused, all of them named`() throws {
        let sections = [
            PlainSection(1), PlainSection(3), PlainSection(1), PlainSection(3), PlainSection(1), PlainSection(4),
        ]
        try expectRefusal(.duplicateSection, ids: [1, 3]) { try $0.replaceAll(with: sections.map(\.section)) }
        let items = [
            PlainSection(1, [Row(50), Row(7), Row(200)]), PlainSection(0, Row.range(0, 50)),
            PlainSection(9, [Row(200), Row(300), Row(300), Row(1)]),
        ]
        var draft = try RowSectionsDraft(Self.model.map(\.section))
        let before = draft.snapshot
        let error = #expect(throws: EditError.self) { try draft.replaceAll(with: items.map(\.section)) }
        #expect(Set(error?.ids.compactMap { $0.as(Int.self) } ?? []) == [7, 200, 300, 1] && error?.ids.count == 4)
        try expectIntact(&draft, before)
        #expect(throws: EditError.self) { try RowSections(plain: items) }
        #expect(throws: EditError.self) { try RowSections(plain: sections) }
    }

    @Test func `an id that is not there is refused by every edit that needs one`() throws {
        let place = ItemPath(section: 0, item: 0)
        try expectRefusal(.unknownItem, ids: [200]) { try $0.insertItem(Row(300), before: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.insertItem(Row(300), after: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.updateItem(Row(200)) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.updateItem(id: 200) { $0.value = 1 } }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.removeItem(id: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.moveItem(id: 200, to: place) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.moveItem(id: 200, toSection: 1, at: 0) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.moveItem(id: 200, before: 1) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.moveItem(id: 1, before: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.moveItem(id: 200, after: 1) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.moveItem(id: 1, after: 200) }
    }

    @Test func `a section id that is not there is refused by every edit that needs one`() throws {
        let section = PlainSection(9).section
        try expectRefusal(.unknownSection, ids: [8]) { try $0.appendItem(Row(200), toSection: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.appendItems([Row(200)], toSection: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.upsertItem(Row(200), inSection: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.moveItem(id: 1, toSection: 8, at: 0) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.replaceItems(0..<0, inSection: 8, with: []) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.replaceItems(inSection: 8, with: []) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.removeItems(0..<0, inSection: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.insertSection(section, before: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.insertSection(section, after: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.updateSection(id: 8) { $0.title = 1 } }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.updateSection(Heading(8)) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.moveSection(id: 8, to: 0) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.moveSection(id: 8, before: 0) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.moveSection(id: 0, before: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.moveSection(id: 0, after: 8) }
        try expectRefusal(.unknownSection, ids: [8]) { try $0.removeSection(id: 8) }
    }

    @Test(arguments: [-1, 51, Int.min, Int.max])
    func `a place that is not there is refused by every edit that needs one`(place: Int) throws {
        let good = ItemPath(section: 0, item: 0)
        for path in [ItemPath(section: 0, item: place), ItemPath(section: place, item: 0)] {
            try expectRefusal(.positionOutOfRange) { try $0.insertItem(Row(200), at: path) }
            try expectRefusal(.positionOutOfRange) { try $0.updateItem(at: path) { $0.value = 1 } }
            try expectRefusal(.positionOutOfRange) { try $0.removeItem(at: path) }
            try expectRefusal(.positionOutOfRange) { try $0.moveItem(id: 1, to: path) }
            try expectRefusal(.positionOutOfRange) { try $0.moveItem(from: path, to: good) }
            try expectRefusal(.positionOutOfRange) { try $0.moveItem(from: good, to: path) }
            try expectRefusal(.positionOutOfRange) { try $0.moveItem(from: path, to: path) }
        }
        try expectRefusal(.positionOutOfRange) { try $0.moveItem(id: 1, toSection: 1, at: place) }
        let range = min(place, 3)..<max(place, 3)
        try expectRefusal(.positionOutOfRange) { try $0.replaceItems(range, inSection: 0, with: []) }
        try expectRefusal(.positionOutOfRange) { try $0.removeItems(range, inSection: 0) }
        try expectRefusal(.positionOutOfRange) { try $0.insertSection(PlainSection(9).section, at: place) }
        try expectRefusal(.positionOutOfRange) { try $0.moveSection(id: 0, to: place) }
        try expectRefusal(.positionOutOfRange) { try $0.removeSection(at: place) }
    }

    @Test func `the place after the last is for arrivals only`() throws {
        let end = ItemPath(section: 0, item: 50)
        try expectRefusal(.positionOutOfRange) { try $0.removeItem(at: end) }
        try expectRefusal(.positionOutOfRange) { try $0.updateItem(at: end) { _ in } }
        try expectRefusal(.positionOutOfRange) { try $0.moveItem(id: 1, to: end) }
        try expectRefusal(.positionOutOfRange) { try $0.moveItem(id: 1, to: ItemPath(section: 3, item: 0)) }
        try expectRefusal(.positionOutOfRange) { try $0.removeItem(at: ItemPath(section: 2, item: 0)) }
        try expectRefusal(.positionOutOfRange) { try $0.moveSection(id: 0, to: 3) }
        try expectRefusal(.positionOutOfRange) { try $0.removeSection(at: 3) }
    }

    @Test func `an update in place that changes the id is refused`() throws {
        try expectRefusal(.identityChanged, ids: [3, 300]) { try $0.updateItem(id: 3) { $0 = Row(300) } }
        try expectRefusal(.identityChanged, ids: [0, 4]) {
            try $0.updateItem(at: ItemPath(section: 0, item: 0)) { $0 = Row(4) }
        }
        try expectRefusal(.identityChanged, ids: [1, 2]) { try $0.updateSection(id: 1) { $0 = Heading(2) } }
    }

    @Test func `what a closure throws is passed on, and nothing has changed`() throws {
        var draft = try RowSectionsDraft(Self.model.map(\.section))
        let before = draft.snapshot
        #expect(throws: Refusal.self) { try draft.updateItem(id: 3) { _ in throw Refusal() } }
        #expect(throws: Refusal.self) { try draft.updateSection(id: 1) { _ in throw Refusal() } }
        #expect(throws: Refusal.self) { try draft.removeAllItems { if $0.id == 55 { throw Refusal() } else { true } } }
        #expect(throws: Refusal.self) {
            try draft.removeAllSections { if $0.id == 2 { throw Refusal() } else { true } }
        }
        #expect(draft.snapshot.isIdentical(to: before))
        try expectIntact(&draft, before)
    }
}
