import DataSources
import Synchronization
import TestKit
import Testing

/// A draft reads like a collection, and `draft[id:]` is a place.
struct DraftReadingTests {
    @Test(arguments: seeds(10))
    func `the members of a list's draft are those of an array`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let rows = (0..<[0, 1, 5, 900][random.below(4)]).map { Row($0, random.below(4)) }
        let draft = try ListDraft(rows)
        let (value, id) = (random.below(5), random.below(1000))
        let (found, first) = (draft.first { $0.value == value }, draft.firstPosition { $0.value == value })
        let (contains, texts) = (draft.contains { $0.id == id }, draft.map { "\($0)" })
        #expect(found == rows.first { $0.value == value })
        #expect(first == rows.firstIndex { $0.value == value })
        #expect(contains == rows.contains { $0.id == id })
        #expect(texts == rows.map { "\($0)" })
    }

    @Test func `a loop over a draft sees the state at its start while the draft is edited`() throws {
        var draft = try ListDraft((0..<500).map { Row($0) })
        for row in draft.snapshot where row.id % 2 == 0 { try draft.remove(id: row.id) }
        #expect(draft.map(\.id) == Array(stride(from: 1, to: 500, by: 2)))
        var sections = try RowSectionsDraft([ItemSection(Heading(0), items: [Row(1), Row(2)])])
        for row in sections.items { try sections.removeItem(id: row.id) }
        #expect(sections.itemCount == 0 && sections.items.isEmpty)
    }

    @Test(arguments: seeds(13))
    func `an assignment by id does to a list what it does to a dictionary that keeps its order`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var draft = ListDraft<Row>()
        var model: [Row] = []
        for _ in 0..<200 {
            let (id, value) = (random.below(20), random.below(3))
            let place = model.firstIndex { $0.id == id }
            switch random.below(3) {
            case 0:
                draft[id: id] = nil
                if let place { model.remove(at: place) }
            case 1:
                draft[id: id] = Row(id, value)
                if let place { model[place].value = value } else { model.append(Row(id, value)) }
            default:
                draft[id: id]?.value += 1
                if let place { model[place].value += 1 }
            }
            #expect(Array(draft.snapshot) == model && draft.position(of: id) == model.firstIndex { $0.id == id })
        }
        #expect(draft.assignmentError == nil)
    }

    @Test func `an assignment of something equal leaves the very same snapshot`() throws {
        var draft = try ListDraft([Row(1), Row(2)])
        var sections = try RowSectionsDraft([ItemSection(Heading(0), items: [Row(1)])])
        let before = (draft.snapshot, sections.snapshot)
        draft[id: 1]?.value = 0
        draft[id: 9] = nil
        draft[id: 9]?.value = 1
        sections[id: 1] = Row(1)
        sections[id: 9] = nil
        #expect(draft.snapshot.isIdentical(to: before.0) && sections.snapshot.isIdentical(to: before.1))
    }

    @Test func `sections: an assignment updates or removes; a new item has no section to go to`() throws {
        var draft = try RowSectionsDraft([ItemSection(Heading(0), items: [Row(1), Row(2)]), ItemSection(Heading(1))])
        draft[id: 2]?.value = 5
        draft[id: 1] = nil
        #expect(Array(draft.items) == [Row(2, 5)])
        try expectEditError(.unknownItem, ids: [3], sourceLocation: #_sourceLocation) {
            try draft.transaction { $0[id: 3] = Row(3) }
        }
        try expectEditError(.identityChanged, ids: [2, 4], sourceLocation: #_sourceLocation) {
            try draft.transaction { $0[id: 2] = Row(4) }
        }
        #expect(Array(draft.items) == [Row(2, 5)] && draft.assignmentError == nil)
    }

    @Test func `law 7: an assignment that fails undoes the innermost transaction around it`() throws {
        var draft = try ListDraft([Row(1), Row(2)])
        try draft.transaction { draft in
            try draft.append(Row(3))
            do {
                try draft.transaction { draft in
                    try draft.append(Row(4))
                    draft[id: 1] = Row(7)
                    draft[id: 2] = Row(8)
                    try draft.append(Row(5))
                }
                Issue.record("the inner transaction was kept")
            } catch let error as EditError {
                #expect(error.code == .identityChanged && error.ids.map { $0.as(Int.self) } == [1, 7])
            }
            let inner = draft.assignmentError
            #expect(inner == nil)
        }
        #expect(draft.map(\.id) == [1, 2, 3])
        // Outside of a transaction the draft keeps the error, and a transaction inside does not throw it.
        draft[id: 1] = Row(2)
        let kept = draft.assignmentError
        #expect(kept?.code == .identityChanged)
        let count = try draft.transaction { $0.count }
        #expect(count == 3 && draft.map(\.id) == [1, 2, 3] && draft.assignmentError == kept)
    }

    /// An id that counts how often it is compared.
    private struct CountedID: Hashable, Sendable {
        static let comparisons = Atomic(0)
        let number: Int

        static func == (left: CountedID, right: CountedID) -> Bool {
            comparisons.add(1, ordering: .relaxed)
            return left.number == right.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private struct CountedItem: Identifiable, Equatable, Sendable {
        let id: CountedID
        var value = 0
    }

    @Test func `a lookup by id compares no more ids in 100,000 items than fit in a leaf`() throws {
        var list = try ListDraft((0..<100_000).map { CountedItem(id: CountedID(number: $0)) })
        var sections = try SectionedDraft(
            (0..<100).map { section in
                ItemSection(
                    Heading(section), items: (0..<1000).map { CountedItem(id: CountedID(number: section * 1000 + $0)) })
            })
        for number in [0, 50_000, 99_999] {
            let id = CountedID(number: number)
            for lookup in 0..<6 {
                let before = CountedID.comparisons.load(ordering: .relaxed)
                var found: Int? = number
                switch lookup {
                case 0: found = list[id: id]?.id.number
                case 1: list[id: id]?.value += 1
                case 2: found = list.contains(id: id) ? number : nil
                case 3: found = sections[id: id]?.id.number
                case 4: sections[id: id]?.value += 1
                default: found = sections.contains(id: id) ? number : nil
                }
                let comparisons = CountedID.comparisons.load(ordering: .relaxed) - before
                #expect(comparisons < 600 && found == number, "lookup \(lookup)")
            }
        }
    }
}
