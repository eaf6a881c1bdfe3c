import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 10 and 15 for values that misbehave: nothing traps, hangs or leaks, whatever `==`, `hash` and `id` return.
struct MisbehavingValueLaws {
    static let seeds = TestKit.seeds(6)
    static let edits = 120

    @Test(arguments: seeds) func `law 15: lists of items that misbehave end every edit and every difference`(
        seed: UInt64
    ) {
        check(Odd<Double>.self, seed)
        check(Odd<UnequalID>.self, seed)
        check(Odd<EqualID>.self, seed)
        check(Odd<CollidingID>.self, seed)
        check(Odd<LyingHashID>.self, seed)
        check(Odd<FlippingID>.self, seed)
        check(Odd<RandomID>.self, seed)
        check(Odd<ObjectID>.self, seed)
        check(OddContent.self, seed)
        check(OddObject.self, seed)
    }

    @Test(arguments: seeds) func `law 15: sections of items that misbehave end every edit and every difference`(
        seed: UInt64
    ) {
        checkSections(Odd<Double>.self, Odd<Double>.self, seed)
        checkSections(Odd<UnequalID>.self, Odd<UnequalID>.self, seed)
        checkSections(Odd<CollidingID>.self, Odd<EqualID>.self, seed)
        checkSections(Odd<EqualID>.self, Odd<CollidingID>.self, seed)
        checkSections(Odd<LyingHashID>.self, Odd<LyingHashID>.self, seed)
        checkSections(Odd<FlippingID>.self, Odd<FlippingID>.self, seed)
        checkSections(Odd<RandomID>.self, Odd<RandomID>.self, seed)
        checkSections(Odd<ObjectID>.self, Odd<ObjectID>.self, seed)
        checkSections(OddObject.self, OddObject.self, seed)
        checkSections(OddContent.self, OddContent.self, seed)
    }
    private func check<Item: OddItem>(_ type: Item.Type, _ seed: UInt64) {
        var history = OddListHistory<Item>(seed: seed)
        for step in 0..<Self.edits {
            if let fault = history.edit() ?? (step % 10 == 0 ? history.compare() : nil) {
                Issue.record("\(type), seed \(seed), step \(step): \(fault)")
                return
            }
        }
        if let fault = history.empty() { Issue.record("\(type), seed \(seed), emptied: \(fault)") }
    }

    private func checkSections<Header: OddItem, Item: OddItem>(
        _ header: Header.Type, _ item: Item.Type, _ seed: UInt64
    ) {
        var history = OddSectionedHistory<Header, Item>(seed: seed)
        for step in 0..<Self.edits {
            if let fault = history.edit() ?? (step % 10 == 0 ? history.compare() : nil) {
                Issue.record("\(header), \(item), seed \(seed), step \(step): \(fault)")
                return
            }
        }
        if let fault = history.empty() { Issue.record("\(header), \(item), seed \(seed), emptied: \(fault)") }
    }

    @Test func `law 15: long lists whose ids changed in place end, and the other items are found`() throws {
        let whim = Whim(seed: 1)
        let objects = (0..<3_000).map { OddObject($0, 0, whim) }
        var draft = try ListDraft(objects)
        let before = draft.snapshot
        for number in stride(from: 0, to: 3_000, by: 3) { objects[number].id = 100_000 + number }
        for number in 0..<3_000 where number % 3 != 0 {
            if draft.position(of: number) != number { Issue.record("\(number) is not found") }
        }
        // An id left behind can be given to another item, one at a time or many.
        try draft.append(OddObject(0, 1, whim))
        try draft.append(contentsOf: [OddObject(3, 1, whim), OddObject(6, 1, whim)])
        #expect(draft.position(of: 0) == 3_000 && draft.position(of: 6) == 3_002)
        try draft.replaceAll(with: draft.snapshot.reversed())
        #expect(draft.snapshot.changes(from: before).insertions.count == 3)
        while draft.count > 0 { try draft.remove(at: draft.count - 1) }
        #expect(draft.indexedIDCount == 0)
    }

    @Test func `law 15: an object whose id changes during its update is refused`() throws {
        var draft = try ListDraft([OddObject(1, 0, Whim(seed: 0)), OddObject(2, 0, Whim(seed: 0))])
        #expect(throws: EditError.self) { try draft.update(id: 1) { $0.id = 7 } }
        #expect(throws: EditError.self) { try draft.update(at: 1) { $0.id = 7 } }
    }

    // MARK: Duplicates

    @Test func `law 10: a section never shows duplicates, and they are refused wherever it enters`() throws {
        let section = ItemSection(Row(0), items: [Row(1), Row(2), Row(1, 5), Row(3), Row(2), Row(1)])
        #expect(section.items.map { $0 } == [Row(1), Row(2), Row(3)])
        #expect(section.duplicateIDs == [1, 2])
        let ids = [AnyID(1), AnyID(2)]
        func expectRefused(_ body: () throws -> Void) {
            do {
                try body()
                Issue.record("duplicates were taken in")
            } catch let error as EditError {
                #expect(error.code == .duplicateItem && error.ids == ids)
            } catch {
                Issue.record("\(error)")
            }
        }
        expectRefused { _ = try SectionedSnapshot([section]) }
        expectRefused { _ = try SectionedDraft([section]) }
        var draft = SectionedDraft<Row, Row>()
        expectRefused { try draft.appendSection(section) }
        expectRefused { try draft.replaceAll(with: [section]) }
        expectRefused { try draft.apply(.insertSection(section, at: 0)) }
        #expect(draft.count == 0 && draft.indexedIDCounts == (0, 0))
        expectRefused { _ = try SectionedSource([section]) }
        // What a section shows can be taken over as it is.
        #expect(try ListSnapshot(section.items) == section.items)
        var mended = section
        mended.items = section.items
        #expect(mended.duplicateIDs == [] && mended != section)
        #expect(try SectionedSnapshot([mended]).itemCount == 3)
        let many = ItemSection(Row(0), items: (0..<10_000).map { Row($0 % 5_000) })
        #expect(many.items.count == 5_000 && many.duplicateIDs.count == 5_000)
    }

    @Test(arguments: TestKit.seeds(13))
    func `law 10: differences of states with duplicates end all the same`(seed: UInt64) {
        var random = Random(seed: seed)
        func rows() -> [Row] { (0..<random.below(400)).map { _ in Row(random.below(60), random.below(3)) } }
        let (old, new) = (ListSnapshot(unchecked: rows()), ListSnapshot(unchecked: rows()))
        if let fault = new.changes(from: old).shapeFault(from: old.count, to: new.count) {
            Issue.record("seed \(seed): \(fault)")
        }
        func sections() -> [(header: Row, items: [Row])] {
            (0..<random.below(9)).map { _ in (Row(random.below(5), random.below(2)), rows()) }
        }
        let (before, after) = (RowRows(unchecked: sections()), RowRows(unchecked: sections()))
        let changes = after.changes(from: before)
        if let fault = changes.sections.shapeFault(from: before.count, to: after.count) {
            Issue.record("seed \(seed): \(fault)")
        }
        guard let update = Update(from: before, to: after) else { return }
        _ = (update.steps, update.stages, update.inverted.steps)
        var content = before.content
        _ = try? update.apply(to: &content)
    }

    private typealias RowRows = SectionedSnapshot<Row, Row>
}
