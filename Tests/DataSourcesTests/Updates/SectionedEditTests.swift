import DataSources
import DataSourcesTesting
import Testing

struct SectionedEditTests {
    static let sections = [PlainSection(Heading(0), [Row(0), Row(1)]), PlainSection(Heading(1), [Row(2)])]

    private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

    @Test func `a draft makes every edit`() throws {
        var draft = try SectionedDraft(Self.sections.map(\.section))
        try draft.apply(.insertSection(ItemSection(Heading(2), items: [Row(3)]), at: 0))
        try draft.apply(.moveSection(from: 0, to: 2))
        try draft.apply(.updateSection(Heading(0, 1), at: 0))
        try draft.apply(.insertItem(Row(4), at: path(1, 1)))
        try draft.apply(.moveItem(from: path(0, 0), to: path(2, 1)))
        try draft.apply(.updateItem(Row(2, 1), at: path(1, 0)))
        try draft.apply(.upsertItem(Row(3, 1), inSection: 1))
        try draft.apply(.upsertItem(Row(5), inSection: 1))
        let expected = [
            PlainSection(Heading(0, 1), [Row(1)]), PlainSection(Heading(1), [Row(2, 1), Row(4), Row(5)]),
            PlainSection(Heading(2), [Row(3, 1), Row(0)]),
        ]
        #expect(draft.snapshot.map(PlainSection.init) == expected)
        try draft.apply(.removeItem(at: path(1, 0)))
        try draft.apply(.removeItemID(5))
        try draft.apply(.removeSection(at: 0))
        #expect(draft.snapshot.map(PlainSection.init) == [PlainSection(Heading(1), [Row(4)]), expected[2]])
    }

    static let refused: [(SectionedEdit<Heading, Row>, EditError.Code)] = [
        (.insertSection(ItemSection(Heading(2)), at: 3), .positionOutOfRange),
        (.insertSection(ItemSection(Heading(1)), at: 0), .duplicateSection),
        (.insertSection(ItemSection(Heading(2), items: [Row(1)]), at: 0), .duplicateItem),
        (.removeSection(at: -1), .positionOutOfRange), (.moveSection(from: 2, to: 0), .positionOutOfRange),
        (.moveSection(from: 0, to: .max), .positionOutOfRange),
        (.updateSection(Heading(0), at: 9), .positionOutOfRange),
        (.updateSection(Heading(0), at: 1), .identityChanged),
        (.insertItem(Row(9), at: ItemPath(section: 2, item: 0)), .positionOutOfRange),
        (.insertItem(Row(9), at: ItemPath(section: 0, item: 3)), .positionOutOfRange),
        (.insertItem(Row(2), at: ItemPath(section: 0, item: 0)), .duplicateItem),
        (.removeItem(at: ItemPath(section: 1, item: 1)), .positionOutOfRange),
        (.moveItem(from: ItemPath(section: 1, item: 1), to: ItemPath(section: 0, item: 0)), .positionOutOfRange),
        (.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 2)), .positionOutOfRange),
        (.moveItem(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 2)), .positionOutOfRange),
        (.updateItem(Row(0), at: ItemPath(section: -1, item: 0)), .positionOutOfRange),
        (.updateItem(Row(0), at: ItemPath(section: 0, item: 1)), .identityChanged),
        (.upsertItem(Row(9), inSection: 7), .unknownSection), (.removeItemID(9), .unknownItem),
    ]

    @Test(arguments: refused.indices)
    func `an edit that cannot be made throws and changes nothing`(index: Int) throws {
        let (edit, code) = Self.refused[index]
        var draft = try SectionedDraft(Self.sections.map(\.section))
        let before = draft.snapshot
        do {
            try draft.apply(edit)
            Issue.record("law 15: \(edit) was made")
        } catch {
            #expect(error.code == code, "\(edit)")
        }
        #expect(draft.snapshot == before)
    }
}
