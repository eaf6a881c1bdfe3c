import DataSources
import DataSourcesTesting
import DataSourcesViews
import Testing

struct RangesTests {
    typealias List = ListSnapshot<Card>

    /// A list model that is told ranges, as GTK has them, and a view that follows it row by row.
    private struct Model {
        var shadow: [Card]
        var faults: [String] = []

        /// Follows a batch, and checks that at every signal all rows can be read and none is there twice.
        mutating func follow(_ batch: RangeBatch<Card>) {
            for edit in batch.edits {
                let range = edit.position..<(edit.position + edit.removed)
                guard range.upperBound <= shadow.count else {
                    faults.append("\(range) of \(shadow.count)")
                    return
                }
                let added = (edit.position..<(edit.position + edit.added)).map { edit.list.item(at: $0) }
                guard !added.contains(nil) else {
                    faults.append("an added row cannot be read")
                    return
                }
                shadow.replaceSubrange(range, with: added.compactMap(\.self))
                // Content that changes in place is not told by ranges.
                if edit.list.map(\.id) != shadow.map(\.id) { faults.append("\(edit.list.map(\.id)) at \(edit)") }
                if Set(shadow.map(\.id)).count != shadow.count { faults.append("twice: \(shadow.map(\.id))") }
            }
            for pair in batch.update.changes.updates { shadow[pair.after] = batch.update.after[pair.after]! }
        }
    }

    private func batch(
        _ update: Update<List>, _ batching: Batching<List, RangeBatch<Card>>
    ) -> RangeBatch<Card> {
        let planned = batching.plan(update)
        #expect(planned.count == 1 && planned[0].snapshot.isIdentical(to: update.after))
        return planned[0].batch
    }

    @Test(arguments: 0..<2_000)
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
        var model = Model(shadow: Array(before))
        let batch = batch(update, .ranges(gap: gap, limit: limit, additions: additions))
        model.follow(batch)
        #expect(model.faults == [])
        #expect(model.shadow == Array(update.after))
        #expect(batch.edits.count <= max(2 * limit, 4))
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

    @Test func `a pieced list is a collection without gaps`() throws {
        let update = try update(1_000) { draft in
            try draft.remove(id: 10)
            try draft.remove(id: 900)
        }
        let list = try #require(batch(update, .ranges()).edits.first?.list)
        #expect(list.count == 999 && list.map(\.id) == Array(0..<10) + Array(11..<1_000))
        #expect(list.item(at: 999) == nil && list.item(at: -1) == nil)
        #expect(list[998].id == 999)
    }
}
