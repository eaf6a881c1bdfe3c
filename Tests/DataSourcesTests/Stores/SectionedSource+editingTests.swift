import DataSources
import DataSourcesTesting
import Testing

/// Each shorthand of a sectioned source is one transaction with the edit of its name.
struct `Shorthands of a sectioned source` {
    private typealias Source = SectionedSource<Heading, Row>

    /// Makes an edit by a shorthand and in a draft, and compares states and versions.
    private func expectSame(
        _ shorthand: (Source) async throws -> Version,
        _ edit: @Sendable (inout RowSectionsDraft) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let sections = [PlainSection(0, [Row(1), Row(2)]), PlainSection(1), PlainSection(2, [Row(3)])].map(\.section)
        let source = try Source(sections)
        let version = try await shorthand(source)
        var draft = try RowSectionsDraft(sections)
        try edit(&draft)
        let expected = draft.snapshot
        #expect(source.snapshot == expected, sourceLocation: sourceLocation)
        #expect(version.number == 2 && source.hub.version == version, sourceLocation: sourceLocation)
    }

    private let path = ItemPath(section: 0, item: 1)
    private let target = ItemPath(section: 2, item: 0)
    private let new = Row(9)
    private let more = [Row(7), Row(8)]

    @Test func `inserting items`() async throws {
        let (path, new, more) = (path, new, more)
        try await expectSame({ try await $0.insertItem(new, at: path) }, { try $0.insertItem(new, at: path) })
        try await expectSame({ try await $0.insertItem(new, before: 2) }, { try $0.insertItem(new, before: 2) })
        try await expectSame({ try await $0.insertItem(new, after: 1) }, { try $0.insertItem(new, after: 1) })
        try await expectSame({ try await $0.appendItem(new, toSection: 1) }, { try $0.appendItem(new, toSection: 1) })
        try await expectSame(
            { try await $0.appendItems(more, toSection: 2) }, { try $0.appendItems(more, toSection: 2) })
        try await expectSame({ try await $0.upsertItem(new, inSection: 1) }, { try $0.upsertItem(new, inSection: 1) })
    }

    @Test func `updating and removing items`() async throws {
        let path = path
        try await expectSame({ try await $0.updateItem(Row(2, 1)) }, { try $0.updateItem(Row(2, 1)) })
        try await expectSame(
            { try await $0.updateItem(id: 2) { $0.value = 3 } }, { try $0.updateItem(id: 2) { $0.value = 3 } }
        )
        try await expectSame(
            { try await $0.updateItem(at: path) { $0.value = 3 } }, { try $0.updateItem(at: path) { $0.value = 3 } }
        )
        try await expectSame({ try await $0.removeItem(id: 3) }, { try $0.removeItem(id: 3) })
        try await expectSame({ try await $0.removeItem(at: path) }, { try $0.removeItem(at: path) })
        try await expectSame(
            { try await $0.removeItems(0..<2, inSection: 0) }, { try $0.removeItems(0..<2, inSection: 0) }
        )
        try await expectSame({ try await $0.removeAllItems { $0.id > 1 } }, { $0.removeAllItems { $0.id > 1 } })
    }

    @Test func `moving and replacing items`() async throws {
        let (path, target, more) = (path, target, more)
        try await expectSame({ try await $0.moveItem(id: 3, to: path) }, { try $0.moveItem(id: 3, to: path) })
        try await expectSame(
            { try await $0.moveItem(id: 1, toSection: 1, at: 0) }, { try $0.moveItem(id: 1, toSection: 1, at: 0) }
        )
        try await expectSame({ try await $0.moveItem(id: 3, before: 2) }, { try $0.moveItem(id: 3, before: 2) })
        try await expectSame({ try await $0.moveItem(id: 1, after: 3) }, { try $0.moveItem(id: 1, after: 3) })
        try await expectSame(
            { try await $0.moveItem(from: path, to: target) }, { try $0.moveItem(from: path, to: target) })
        try await expectSame(
            { try await $0.replaceItems(0..<1, inSection: 0, with: more) },
            { try $0.replaceItems(0..<1, inSection: 0, with: more) }
        )
        try await expectSame(
            { try await $0.replaceItems(inSection: 0, with: more) }, { try $0.replaceItems(inSection: 0, with: more) }
        )
    }

    @Test func `editing sections`() async throws {
        let part = PlainSection(9, [Row(9)]).section
        try await expectSame({ try await $0.insertSection(part, at: 1) }, { try $0.insertSection(part, at: 1) })
        try await expectSame({ try await $0.insertSection(part, before: 1) }, { try $0.insertSection(part, before: 1) })
        try await expectSame({ try await $0.insertSection(part, after: 1) }, { try $0.insertSection(part, after: 1) })
        try await expectSame({ try await $0.appendSection(part) }, { try $0.appendSection(part) })
        try await expectSame(
            { try await $0.updateSection(id: 1) { $0.title = 4 } }, { try $0.updateSection(id: 1) { $0.title = 4 } })
        try await expectSame({ try await $0.updateSection(Heading(1, 5)) }, { try $0.updateSection(Heading(1, 5)) })
        try await expectSame({ try await $0.moveSection(id: 2, to: 0) }, { try $0.moveSection(id: 2, to: 0) })
        try await expectSame({ try await $0.moveSection(id: 2, before: 1) }, { try $0.moveSection(id: 2, before: 1) })
        try await expectSame({ try await $0.moveSection(id: 0, after: 2) }, { try $0.moveSection(id: 0, after: 2) })
        try await expectSame({ try await $0.removeSection(id: 0) }, { try $0.removeSection(id: 0) })
        try await expectSame({ try await $0.removeSection(at: 2) }, { try $0.removeSection(at: 2) })
        try await expectSame({ try await $0.removeAllSections { $0.id > 0 } }, { $0.removeAllSections { $0.id > 0 } })
        try await expectSame({ try await $0.removeAll() }, { $0.removeAll() })
        try await expectSame({ try await $0.replaceAll(with: [part]) }, { try $0.replaceAll(with: [part]) })
        try await expectSame(
            { try await $0.apply([.removeSection(at: 0), .insertSection(part, at: 0)]) },
            { draft in
                try draft.removeSection(at: 0)
                try draft.insertSection(part, at: 0)
            }
        )
    }
}
