import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct RangesTests {
    typealias List = ListSnapshot<Card>

    /// A list model that is told ranges, as GTK has them, and a view that follows it row by row.
    private struct Model<Rows: FlatRows> {
        var shadow: [Rows.Row]
        var faults: [String] = []

        init(_ rows: Rows) { shadow = (0..<rows.count).compactMap { rows[$0] } }

        /// Follows a batch, and checks that at every signal all rows can be read and none is there twice.
        mutating func follow(_ batch: RangeBatch<Rows>) {
            for edit in batch.edits {
                let range = edit.position..<(edit.position + edit.removed)
                guard range.upperBound <= shadow.count else {
                    faults.append("\(range) of \(shadow.count)")
                    return
                }
                let added = (edit.position..<(edit.position + edit.added)).map { edit.list.row(at: $0) }
                guard !added.contains(nil) else {
                    faults.append("an added row cannot be read")
                    return
                }
                shadow.replaceSubrange(range, with: added.compactMap(\.self))
                // Content that changes in place is not told by ranges.
                if edit.list.map(\.id) != shadow.map(\.id) { faults.append("\(edit.list.map(\.id)) at \(edit)") }
                if Set(shadow.map(\.id)).count != shadow.count { faults.append("twice: \(shadow.map(\.id))") }
            }
            for (position, row) in shadow.enumerated() {
                if let new = batch.updated[row.id] { shadow[position] = new }
            }
            if shadow != (0..<batch.after.count).compactMap({ batch.after[$0] }) { faults.append("ends as \(shadow)") }
        }
    }

    private func batch(
        _ update: Update<List>, _ batching: Batching<List, RangeBatch<FlatList<Card>>>
    ) -> RangeBatch<FlatList<Card>> {
        let planned = batching.plan(update)
        #expect(planned.count == 1 && planned[0].snapshot.isIdentical(to: update.after))
        return planned[0].batch
    }

    @Test(arguments: seeds(600))
    func `every list between two signals can be read, and has no row twice`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let count = Int.random(in: 0...60, using: &random)
        let before = try List((0..<count).map { Card($0) })
        var draft = try ListDraft(before)
        for step in 0..<Int.random(in: 1...4, using: &random) {
            try draft.editAtRandom(&random, next: 100 + step * 10)
        }
        guard let update = Update(from: before, to: draft.snapshot) else { return }
        let (gap, limit) = (Int.random(in: 0...20, using: &random), Int.random(in: 1...40, using: &random))
        let additions = Int.random(in: 0...10, using: &random)
        var model = Model(FlatList(before))
        let batch = batch(update, .ranges(gap: gap, limit: limit, additions: additions))
        model.follow(batch)
        #expect(model.faults == [])
        #expect(model.shadow == Array(update.after))
        #expect(batch.edits.count <= max(2 * limit, 4))
    }

    @Test(arguments: seeds(600))
    func `sections are one list, with their headers between the items`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var draft = try SectionedDraft([ItemSection(Column(id: "a"), items: [Card]())])
        for step in 0..<Int.random(in: 0...20, using: &random) { try draft.editAtRandom(&random, next: step * 10) }
        let before = draft.snapshot
        for step in 0..<Int.random(in: 1...6, using: &random) { try draft.editAtRandom(&random, next: 500 + step * 10) }
        guard let update = Update(from: before, to: draft.snapshot) else { return }
        let (gap, limit) = (Int.random(in: 0...8, using: &random), Int.random(in: 1...40, using: &random))
        let batching: Batching<Board, RangeBatch<FlatSections<Column, Card>>> = .ranges(
            gap: gap, limit: limit, additions: Int.random(in: 0...10, using: &random))
        let planned = batching.plan(update)
        #expect(planned.count == 1 && planned[0].snapshot.isIdentical(to: update.after))
        var model = Model(FlatSections(before))
        model.follow(planned[0].batch)
        #expect(model.faults == [])
        #expect(planned[0].batch.edits.count <= max(2 * limit, 4))
        let (old, new) = (Set(update.before.itemIDs), Set(update.after.itemIDs))
        #expect(Set(planned[0].batch.deleted) == Set(old.subtracting(new).map { .item($0) }))
        #expect(Set(planned[0].batch.inserted) == Set(new.subtracting(old).map { .item($0) }))
    }

    @Test func `a section that moves is one range, or goes before it comes`() throws {
        func edits(_ count: Int) throws -> [[Int]] {
            let sections = (0..<3).map { section in
                ItemSection(Column(id: "\(section)"), items: (0..<count).map { Card(section * count + $0) })
            }
            var draft = try SectionedDraft(sections)
            let before = draft.snapshot
            try draft.moveSection(id: "0", to: 2)
            let update = try #require(Update(from: before, to: draft.snapshot))
            let batching: Batching<Board, RangeBatch<FlatSections<Column, Card>>> = .ranges()
            return batching.plan(update)[0].batch.edits.map { [$0.position, $0.removed, $0.added] }
        }
        #expect(try edits(10) == [[0, 33, 33]])
        #expect(try edits(300) == [[0, 301, 0], [602, 0, 301]])
    }

    @Test func `positions in no section have no row`() throws {
        let rows = FlatSections(
            try SectionedDraft([
                ItemSection(Column(id: "a"), items: [Card]()), ItemSection(Column(id: "b"), items: [Card(1)]),
            ]).snapshot)
        #expect(rows.count == 3)
        #expect((-1...3).map { rows.section(at: $0) } == [nil, 0, 1, 1, nil])
        #expect(rows[0] == .header(Column(id: "a"), itemCount: 0) && rows[2] == .item(Card(1)))
        #expect(rows[-1] == nil && rows[3] == nil && rows[.max] == nil && rows[.min] == nil)
        let empty = FlatSections(Board())
        #expect(empty.count == 0 && empty[0] == nil && empty.section(at: 0) == nil)
    }

    private func update(_ count: Int, _ edit: (inout ListDraft<Card>) throws -> Void) throws -> Update<List> {
        let before = try List((0..<count).map { Card($0) })
        var draft = try ListDraft(before)
        try edit(&draft)
        return try #require(Update(from: before, to: draft.snapshot))
    }

    private func told(_ update: Update<List>, additions: Int = 10_000) -> [[Int]] {
        batch(update, .ranges(additions: additions)).edits.map { [$0.position, $0.removed, $0.added] }
    }

    @Test func `close ranges are told as one, distant ones by themselves`() throws {
        let update = try update(1_000) { draft in
            try draft.remove(id: 10)
            try draft.insert(Card(2_000), before: 20)
            try draft.remove(id: 900)
        }
        #expect(told(update) == [[10, 10, 10], [900, 1, 0]])
    }

    @Test func `a move within a range is one signal; between distant ranges it goes before it comes`() throws {
        #expect(told(try update(1_000) { try $0.move(id: 5, to: 8) }) == [[5, 4, 4]])
        #expect(told(try update(1_000) { try $0.move(id: 5, to: 800) }) == [[5, 1, 0], [800, 0, 1]])
    }

    @Test func `many ranges are told as one over all`() throws {
        let update = try update(100_000) { draft in
            for id in stride(from: 0, to: 99_000, by: 999) { try draft.remove(id: id) }
        }
        #expect(told(update, additions: 100_000) == [[0, 98_902, 98_802]])
    }

    @Test func `many added rows are told after the rows that leave have gone`() throws {
        let update = try update(10) { draft in
            draft.removeAll()
            try draft.append(contentsOf: (100..<200).map { Card($0) })
        }
        #expect(told(update, additions: 99) == [[0, 10, 0], [0, 0, 100]])
        #expect(told(update, additions: 100) == [[0, 10, 100]])
    }

    @Test func `content that changes in place is in the update only`() throws {
        let update = try update(10) { try $0.update(id: 3) { $0.title = "new" } }
        #expect(told(update) == [])
    }

    @Test(arguments: seeds(30))
    func `law 15: ids that do not equal themselves do no harm`(seed: UInt64) throws {
        struct Odd: Identifiable, Equatable, Sendable {
            let id: Double
            var value = Double.nan
        }
        var random = Random(seed: seed)
        func state() throws -> ListSnapshot<Odd> {
            let ids = (0..<8).map(Double.init).shuffled(using: &random).prefix(Int.random(in: 0...8, using: &random))
            var items = ids.map { Odd(id: $0, value: Double.random(in: 0...1, using: &random)) }
            if Bool.random(using: &random) {
                items.insert(Odd(id: .nan), at: Int.random(in: 0...items.count, using: &random))
            }
            return try ListSnapshot(items)
        }
        let (before, after) = (try state(), try state())
        guard let update = Update(from: before, to: after) else { return }
        let batching: Batching<ListSnapshot<Odd>, RangeBatch<FlatList<Odd>>> = .ranges(gap: 2, limit: 20)
        var count = before.count
        for edit in batching.plan(update)[0].batch.edits {
            #expect(edit.position >= 0 && edit.position + edit.removed <= count)
            count += edit.added - edit.removed
            #expect(edit.list.count == count && edit.list.allSatisfy { $0.id.isNaN || $0.id >= 0 })
        }
        #expect(count == after.count)
    }

    @Test func `a pieced list is a collection without gaps`() throws {
        let update = try update(1_000) { draft in
            try draft.remove(id: 10)
            try draft.remove(id: 900)
        }
        let list = try #require(batch(update, .ranges()).edits.first?.list)
        #expect(list.count == 999 && list.map(\.id) == Array(0..<10) + Array(11..<1_000))
        #expect(list.row(at: 999) == nil && list.row(at: -1) == nil)
        #expect(list[998].id == 999)
    }
}
