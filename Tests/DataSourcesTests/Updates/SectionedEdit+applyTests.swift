import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 10 and 15 for edits of arrays and snapshots of sections: what a draft does is what they do.
struct SectionedEditApplyTests {
    typealias Edit = SectionedEdit<Heading, Row>

    @Test(arguments: seeds(8))
    func `edits of an array, a snapshot and a draft agree`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var draft = RowSectionsDraft()
        var sections: [ItemSection<Heading, Row>] = []
        var snapshot = draft.snapshot
        for step in 0..<500 {
            let edit = Self.edit(sections, &random)
            let made = Outcome { () throws(EditError) in try draft.apply(edit) }
            let inArray = Outcome { () throws(EditError) in try edit.apply(to: &sections) }
            let inSnapshot = Outcome { () throws(EditError) in snapshot = try snapshot.applying(edit) }
            let content = draft.snapshot.content
            guard made == inArray, made == inSnapshot, sections == content, snapshot.content == content,
                snapshot.itemCount == draft.snapshot.itemCount
            else {
                Issue.record("seed \(seed), edit \(step): \(edit): \(made), \(inArray), \(inSnapshot)")
                return
            }
        }
        #expect(sections.allSatisfy { $0.duplicateIDs.isEmpty })
    }

    private static func edit(_ sections: [ItemSection<Heading, Row>], _ random: inout Random) -> Edit {
        func section() -> Int { random.below(sections.count + 2) - (random.below(8) == 0 ? 1 : 0) }
        func path() -> ItemPath {
            let section = section()
            let count = sections.indices.contains(section) ? sections[section].items.count : 2
            return ItemPath(section: section, item: random.below(count + 2) - (random.below(8) == 0 ? 1 : 0))
        }
        func row() -> Row { Row(random.below(60), random.below(3)) }
        func header() -> Heading { Heading(random.below(9), random.below(3)) }
        return switch random.below(16) {
        case 0:
            .insertSection(ItemSection(header(), items: (0..<random.below(5)).map { _ in row() }), at: section())
        case 1: .removeSection(at: section())
        case 2: .moveSection(from: section(), to: section())
        case 3: .updateSection(header(), at: section())
        case 4, 5, 6: .insertItem(row(), at: path())
        case 7: .removeItem(at: path())
        case 8, 9, 10: .moveItem(from: path(), to: path())
        case 11: .updateItem(row(), at: path())
        case 12, 13, 14: .upsertItem(row(), inSection: random.below(9))
        default: .removeItemID(random.below(60))
        }
    }

    @Test func `a step does not look for ids in an array; the section knows that there is one twice`() throws {
        var sections = [ItemSection(Heading(0), items: [Row(0), Row(1)])]
        let step = SectionedStep<Heading, Row>.insertItem(Row(1, 7), at: ItemPath(section: 0, item: 0))
        try step.apply(to: &sections)
        #expect(sections[0].duplicateIDs == [1])
        let snapshot = try SectionedSnapshot([ItemSection(Heading(0), items: [Row(0), Row(1)])])
        try expectEditError(.duplicateItem, ids: [1], sourceLocation: #_sourceLocation) {
            _ = try snapshot.applying(step)
        }
        var shared = snapshot.content
        try step.apply(to: &shared)
        #expect(shared[0].duplicateIDs == [1])
    }

    @Test(arguments: SectionedStepCases.steps.indices)
    func `a step is the same edit, also after it has been written and read`(index: Int) throws {
        let step = SectionedStepCases.steps[index]
        let before = try SectionedSnapshot(plain: SectionedStepCases.sections)
        var one = try SectionedDraft(before)
        var other = try SectionedDraft(before)
        let result = Outcome { () throws(EditError) in try one.apply(step) }
        #expect(Outcome { () throws(EditError) in try other.apply(Edit(step)) } == result)
        #expect(one.snapshot == other.snapshot)
        var sections = before.content
        #expect(Outcome { () throws(EditError) in try step.apply(to: &sections) } == result)
        #expect(sections == one.snapshot.content)
        var after = before
        #expect(Outcome { () throws(EditError) in after = try before.applying(step) } == result)
        #expect(after == one.snapshot)
        #expect(try JSON.roundTrip(step) == step)
        #expect(try JSON(step).read(Edit.self) == Edit(step))
    }
}

enum SectionedStepCases {
    static let sections = [PlainSection(0, [Row(0), Row(1)]), PlainSection(1), PlainSection(2, [Row(2)])]
    static let steps: [SectionedStep<Heading, Row>] = [
        .insertSection(ItemSection(Heading(5), items: [Row(5)]), at: 3), .insertSection(ItemSection(Heading(5)), at: 4),
        .removeSection(at: 0), .removeSection(at: 3), .moveSection(from: 0, to: 2), .moveSection(from: 0, to: 3),
        .moveSection(from: -1, to: 0), .updateSection(Heading(1, 2), at: 1), .updateSection(Heading(1, 2), at: 0),
        .updateSection(Heading(1, 2), at: .max), .insertItem(Row(7), at: path(0, 2)),
        .insertItem(Row(7), at: path(0, 3)),
        .insertItem(Row(7), at: path(3, 0)), .removeItem(at: path(0, 1)), .removeItem(at: path(1, 0)),
        .moveItem(from: path(0, 0), to: path(0, 1)), .moveItem(from: path(0, 0), to: path(0, 2)),
        .moveItem(from: path(0, 0), to: path(1, 0)), .moveItem(from: path(0, 0), to: path(2, 1)),
        .moveItem(from: path(0, 0), to: path(2, 2)), .moveItem(from: path(0, 0), to: path(0, 0)),
        .moveItem(from: path(.min, .max), to: path(0, 0)), .updateItem(Row(1, 3), at: path(0, 1)),
        .updateItem(Row(1, 3), at: path(0, 0)), .updateItem(Row(1, 3), at: path(.max, .min)),
    ]

    private static func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
}
