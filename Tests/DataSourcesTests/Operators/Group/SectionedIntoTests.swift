import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Sections whose headers are a list that changes, too.
struct SectionedIntoTests {
    private typealias Into = HeaderListOperator<Heading, Row>
    private typealias Headings = ListSnapshot<Heading>

    private static func key(_ row: Row) -> Int? { row.value == 5 ? nil : row.value }

    /// What users would write by hand.
    private static func sections(_ rows: some Sequence<Row>, _ headings: [Heading], _ elsewhere: Heading?)
        -> [PlainSection]
    {
        var sections = headings.map { heading in
            PlainSection(heading, rows.filter { key($0) == heading.id && heading.id != elsewhere?.id })
        }
        guard let elsewhere else { return sections }
        let rest = rows.filter { row in
            key(row) == elsewhere.id || !headings.contains { $0.id == key(row) }
        }
        if let place = headings.firstIndex(where: { $0.id == elsewhere.id }) {
            sections[place].items = rest
        } else if !rest.isEmpty {
            sections.append(PlainSection(elsewhere, rest))
        }
        return sections
    }

    /// Headers with few ids that come, go, move and change.
    private static func headings(seed: UInt64) throws -> [Headings] {
        var random = Random(seed: seed)
        var draft = ListDraft<Heading>()
        return try (0..<40).map { step in
            for _ in 0...random.below(2) {
                let heading = Heading(random.below(7), step)
                switch random.below(8) {
                case 0, 1, 2:
                    if !draft.contains(id: heading.id) { try draft.insert(heading, at: random.below(draft.count + 1)) }
                case 3: if !draft.isEmpty { try draft.remove(at: random.below(draft.count)) }
                case 4, 5: if draft.contains(id: heading.id) { draft.upsert(heading) }
                case 6:
                    if !draft.isEmpty { try draft.move(from: random.below(draft.count), to: random.below(draft.count)) }
                default: if random.below(6) == 0 { draft.removeAll() }
                }
            }
            return draft.snapshot
        }
    }

    @Test(arguments: [nil, Heading(-1, 9), Heading(3, 9)], [1, 64])
    func `random histories of items and headers`(elsewhere: Heading?, bulk: Int) throws {
        let histories = try seeds(20).map { seed in
            (first: try RowListHistory.states(seed: seed), second: try Self.headings(seed: seed))
        }
        try expectFollowsPair(histories) {
            var operation = Into(elsewhere: elsewhere, key: Self.key)
            operation.group.policy.fewest = bulk == 1 ? 1 : 1000
            return operation.rebuilding(from: bulk)
        } oracle: {
            Self.sections($0, Array($1), elsewhere)
        }
    }

    @Test(arguments: [nil, Heading(-1), Heading(1)])
    func `all small pairs of states`(elsewhere: Heading?) throws {
        let orders = SmallStates.arrangements(of: 2)
        let lists = try SmallStates.arrangements(of: 3).flatMap { order in
            try (0..<3).map { shift in try ListSnapshot(order.map { Row($0, ($0 + shift) % 3) }) }
        }
        let headings = try orders.map { try ListSnapshot($0.map { Heading($0) }) }
        var random = Random(seed: 1)
        for (rows, others) in zip(lists.shuffled(using: &random), lists.shuffled(using: &random)) {
            for before in headings {
                for after in headings {
                    var operation = Into(elsewhere: elsewhere) { $0.value }
                    let first = operation.apply(
                        Update(from: ListSnapshot(), to: rows), Update(from: ListSnapshot(), to: before))
                    let next = operation.apply(Update(from: rows, to: others), Update(from: before, to: after))
                    if next.plain != Self.sections(others, Array(after), elsewhere) {
                        Issue.record("\(rows) in \(before) → \(others) in \(after), \(elsewhere as Any): \(next)")
                    }
                    if let step = Update(from: first, to: next) { #expect(RowSections.violations(of: step) == []) }
                }
            }
        }
    }

    /// A board with a column for each of 0, 1, 2, and the cards 1 to 4.
    private static func board(
        elsewhere: Heading? = nil
    ) throws -> (cards: ListSource<Row>, columns: ListSource<Heading>, board: DerivedSource<RowSections>) {
        let cards = try ListSource([Row(1, 0), Row(2, 1), Row(3, 0), Row(4, 1)])
        let columns = try ListSource([Heading(0), Heading(1), Heading(2)])
        return (cards, columns, cards.sectioned(into: columns, elsewhere: elsewhere, by: \.value))
    }

    @Test func `a renamed column is a header update, a moved one a move, a dragged card a move`() async throws {
        let (cards, columns, board) = try Self.board()
        let subscription = await board.subscribe()
        #expect(subscription.snapshot.map { $0.items.map(\.id) } == [[1, 3], [2, 4], []])
        try await columns.update(id: 1) { $0.title = 7 }
        #expect(
            await subscription.next()?.changes
                == SectionedChanges(sections: Changes(updates: PositionPairs([PositionPair(before: 1, after: 1)]))))
        try await columns.move(id: 2, to: 0)
        let moved = try #require(await subscription.next()).changes
        #expect(moved.sections.moves.count == 1 && moved.count == 1)
        try await cards.update(id: 3) { $0.value = 2 }
        let dragged = try #require(await subscription.next())
        #expect(
            dragged.changes.sections.isEmpty && dragged.changes.moves.count == 1 && dragged.changes.deletions.isEmpty)
        #expect(dragged.after.map { $0.items.map(\.id) } == [[3], [1], [2, 4]])
    }

    @Test func `cards of a deleted column are left out, and come back with the column`() async throws {
        let (_, columns, board) = try Self.board()
        let subscription = await board.subscribe()
        try await columns.remove(id: 0)
        #expect(await subscription.next()?.changes == SectionedChanges(sections: Changes(deletions: [0])))
        try await columns.insert(Heading(0, 5), at: 2)
        let back = try #require(await subscription.next())
        #expect(back.changes == SectionedChanges(sections: Changes(insertions: [2])))
        #expect(back.after.itemCount == 4)
    }

    @Test func `cards of a deleted column move to where they are said to belong, and back`() async throws {
        let (cards, columns, board) = try Self.board(elsewhere: Heading(9))
        let subscription = await board.subscribe()
        #expect(subscription.snapshot.count == 3)
        try await columns.remove(id: 0)
        let gone = try #require(await subscription.next())
        #expect(
            gone.changes.sections.deletions == [0] && gone.changes.moves.count == 2 && gone.changes.items.count == 2)
        #expect(gone.after.map(\.id) == [1, 2, 9])
        try await cards.update(id: 4) { $0.value = 77 }
        #expect(await subscription.next()?.after.map { $0.items.map(\.id) } == [[2], [], [1, 3, 4]])
        // A column with that id takes them.
        try await columns.insert(Heading(9, 1), at: 0)
        let taken = try #require(await subscription.next())
        #expect(taken.after.map { $0.items.map(\.id) } == [[1, 3, 4], [2], []])
        #expect(taken.changes.items.isEmpty && taken.changes.sections.moves.count == 1)
        try await columns.append(Heading(0))
        #expect(await subscription.next()?.after.map { $0.items.map(\.id) } == [[4], [2], [], [1, 3]])
    }

    @Test func `law 13: items and headers that change in one transaction are one update`() async throws {
        let group = SourceGroup()
        let cards = try ListSource([Row(1, 0), Row(2, 1), Row(3, 0), Row(4, 1)], in: group)
        let columns = try ListSource([Heading(0), Heading(1), Heading(2)], in: group)
        let board = cards.sectioned(into: columns, by: \.value)
        let subscription = await board.subscribe()
        try await transaction(over: cards, columns) { cards, columns in
            try columns.append(Heading(3))
            try cards.update(id: 1) { $0.value = 3 }
        }
        let update = try #require(await subscription.next())
        #expect(update.after.map { $0.items.map(\.id) } == [[3], [2, 4], [], [1]])
    }

    @Test func `the closure is called for items that come and change, never for headers`() throws {
        let calls = Shared(0)
        var operation = Into(elsewhere: Heading(-1)) { row in
            calls.change { $0 += 1 }
            return row.value
        }
        var rows = try ListDraft((0..<1000).map { Row($0, $0 % 10) })
        let headings = try ListSnapshot((0..<10).map { Heading($0) })
        let before = rows.snapshot
        _ = operation.apply(Update(from: ListSnapshot(), to: before), Update(from: Headings(), to: headings))
        #expect(calls.value == 1000)
        _ = operation.apply(nil, Update(from: headings, to: try ListSnapshot([Heading(3), Heading(1, 1)])))
        #expect(calls.value == 1000)
        try rows.update(at: 4) { $0.value = 1 }
        try rows.move(from: 1, to: 900)
        try rows.append(Row(2000, 3))
        _ = operation.apply(Update(from: before, to: rows.snapshot), nil)
        #expect(calls.value == 1002)
    }
}
