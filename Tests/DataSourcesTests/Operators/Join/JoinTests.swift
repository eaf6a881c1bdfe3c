import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct JoinTests {
    private typealias Inner = JoinOperator<JoinedPair<Row, Row>, Int>

    /// Other values can have the same key, so that content changes without it.
    @Sendable private static func key(_ row: Row) -> Int { row.value / 2 + 3 * (row.id % 6) }

    /// The join by dictionaries.
    private static func joined<Pair: JoinRow>(_ left: ListSnapshot<Row>, _ right: ListSnapshot<Row>) -> [Pair]
    where Pair.Left == Row, Pair.Right == Row {
        let matches = Dictionary(grouping: right, by: key)
        let keys = Set(left.map(key))
        var pairs: [Pair?] = []
        for row in left { pairs += matches[key(row)]?.map { Pair.row(row, $0) } ?? [Pair.row(row, nil)] }
        for row in right where !keys.contains(key(row)) { pairs.append(Pair.row(nil, row)) }
        return pairs.compactMap { $0 }
    }

    private func expectJoins<Pair: JoinRow>(_: Pair.Type, _ seeds: Range<UInt64>) throws
    where Pair.Left == Row, Pair.Right == Row {
        // The second one goes through everything often.
        for fewest in [64, 1] {
            try expectFollowsPair(RowListHistory.pairs(seeds)) {
                JoinOperator<Pair, Int>(on: Self.key, equals: Self.key).rebuilding(from: fewest)
            } oracle: {
                Self.joined($0, $1)
            }
        }
    }

    @Test func `random histories of both sides, inner`() throws {
        try expectJoins(JoinedPair<Row, Row>.self, seeds(5))
    }

    @Test func `random histories of both sides, left`() throws {
        try expectJoins(LeftJoinedPair<Row, Row>.self, seeds(5))
    }

    @Test func `random histories of both sides, right`() throws {
        try expectJoins(RightJoinedPair<Row, Row>.self, seeds(5))
    }

    @Test func `random histories of both sides, full`() throws {
        try expectJoins(FullJoinedPair<Row, Row>.self, seeds(5))
    }

    @Test func `all small histories of one side, then of the other`() throws {
        let others = [[Row](), [Row(6)], [Row(7), Row(6, 3), Row(13, 1), Row(12, 2)]]
        for other in try others.map({ try ListSnapshot($0) }) {
            try expectFollowsAll(upTo: 3, values: 4) { start, update in
                let (whole, wholeOther) = (
                    Update(from: ListSnapshot(), to: start), Update(from: ListSnapshot(), to: other)
                )
                var operation = JoinOperator<FullJoinedPair<Row, Row>, Int>(on: Self.key, equals: Self.key)
                if whole != nil || wholeOther != nil { _ = operation.apply(whole, wholeOther) }
                if operation.apply(update, nil).content != Self.joined(update.after, other) {
                    Issue.record("left \(start) → \(update.after), right \(other)")
                }
                var turned = JoinOperator<FullJoinedPair<Row, Row>, Int>(on: Self.key, equals: Self.key)
                if whole != nil || wholeOther != nil { _ = turned.apply(wholeOther, whole) }
                if turned.apply(nil, update).content != Self.joined(other, update.after) {
                    Issue.record("left \(other), right \(start) → \(update.after)")
                }
            }
        }
    }

    // MARK: Scenarios

    private let alice = Row(1, 7)
    private let bob = Row(2, 8)
    private let carol = Row(3, 7)

    private func list(_ rows: Row...) throws -> ListSnapshot<Row> { try ListSnapshot(rows) }

    private func text<L, R>(_ left: L?, _ right: R?) -> String where L: Identifiable<Int>, R: Identifiable<Int> {
        "\(left.map { "\($0.id)" } ?? "–")\(right.map { "\($0.id)" } ?? "–")"
    }

    @Test func `each kind keeps those without a match that it says`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let staff = try ListSource([alice, bob, carol])
            let rooms = try ListSource([Row(5, 9), Row(6, 7)])
            let inner = await staff.joined(with: rooms, on: \.value, equals: \.value).snapshot
            #expect(inner.map { text($0.left, $0.right) } == ["16", "36"])
            let left = await staff.leftJoined(with: rooms, on: \.value, equals: \.value).snapshot
            #expect(left.map { text($0.left, $0.right) } == ["16", "2–", "36"])
            let right = await staff.rightJoined(with: rooms, on: \.value, equals: \.value).snapshot
            #expect(right.map { text($0.left, $0.right) } == ["16", "36", "–5"])
            let full = await staff.fullJoined(with: rooms, on: \.value, equals: \.value).snapshot
            #expect(full.map { text($0.left, $0.right) } == ["16", "2–", "36", "–5"])
            #expect(full[0]?.id == JoinedID(left: 1, right: 6) && full[3]?.id == JoinedID(left: nil, right: 5))
        }
    }

    @Test func `pairs have an id of both, and are updated from either side`() throws {
        var operation = Inner(on: \.value, equals: { $0.id })
        let (staff, rooms) = try (list(alice, bob), list(Row(7, 1), Row(8, 1)))
        let before = operation.apply(Update(from: ListSnapshot(), to: staff), Update(from: ListSnapshot(), to: rooms))
        #expect(before.map(\.id.description) == ["1⋈7", "2⋈8"])
        let after = operation.apply(nil, Update(from: rooms, to: try list(Row(7, 2), Row(8, 1))))
        let update = try #require(Update(from: before, to: after))
        #expect(update.changes == ListChanges(updates: PositionPairs([PositionPair(before: 0, after: 0)])))
        #expect(after[0]?.right.value == 2)
    }

    @Test func `keys are asked for what is inserted and updated, in order, and for nothing else`() throws {
        let calls = Shared<[Int]>([])
        var operation = Inner(
            on: { row in
                calls.change { $0.append(row.id) }
                return row.value
            },
            equals: \.value
        )
        var draft = try ListDraft((0..<1000).map { Row($0, $0 % 10) })
        let start = draft.snapshot
        let rooms = try ListSnapshot((0..<10).map { Row($0, $0) })
        _ = operation.apply(Update(from: ListSnapshot(), to: start), Update(from: ListSnapshot(), to: rooms))
        #expect(calls.value == Array(0..<1000))
        calls.change { $0 = [] }
        try draft.move(from: 10, to: 50)
        try draft.remove(at: 3)
        try draft.insert(Row(2000), at: 700)
        try draft.update(id: 60) { $0.value = 9 }
        let joined = operation.apply(Update(from: start, to: draft.snapshot), nil)
        #expect(calls.value == [60, 2000])
        // All the others stay where they are; and so for a change throughout.
        let all = try ListSnapshot(draft.snapshot.reversed())
        let turned = operation.apply(Update(from: draft.snapshot, to: all), nil)
        #expect(turned.elementsEqual(joined.reversed()) && calls.value == [60, 2000])
    }

    @Test func `what has no match changes nothing`() throws {
        var operation = Inner(on: \.value, equals: \.value)
        var staff = try ListDraft([alice, carol, bob])
        var rooms = try ListDraft([Row(5, 9), Row(6, 7)])
        let (first, second) = (staff.snapshot, rooms.snapshot)
        let before = operation.apply(Update(from: ListSnapshot(), to: first), Update(from: ListSnapshot(), to: second))
        try staff.move(id: bob.id, to: 0)
        try staff.append(Row(4, 1))
        try rooms.update(id: 5) { $0.value = 4 }
        try rooms.move(id: 5, to: 1)
        let after = operation.apply(Update(from: first, to: staff.snapshot), Update(from: second, to: rooms.snapshot))
        // Of two items that changed places either may be the one that moved.
        #expect(after == before && after.count == 2)
    }

    @Test(arguments: [false, true])
    func `an update touches the pairs of its item, among 100,000`(isLeft: Bool) throws {
        var operation = Inner(on: \.value, equals: { $0.id })
        var people = try ListDraft((0..<100_000).map { Row($0, $0 % 1000) })
        var rooms = try ListDraft((0..<1000).map { Row($0) })
        let (first, second) = (people.snapshot, rooms.snapshot)
        let before = operation.apply(Update(from: ListSnapshot(), to: first), Update(from: ListSnapshot(), to: second))
        if isLeft { try people.update(id: 5000) { $0.value = 1 } } else { try rooms.update(id: 500) { $0.value = 1 } }
        let after = operation.apply(Update(from: first, to: people.snapshot), Update(from: second, to: rooms.snapshot))
        let changes = try #require(Update(from: before, to: after)).changes
        #expect(changes.count == (isLeft ? 2 : 100))
        #expect(changes.updates.count == (isLeft ? 0 : 100))
    }

    @Test(arguments: seeds(10))
    func `a source joined with itself, and with what is derived from it: one update for one transaction`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let staff = try ListSource([Row(1, 0), Row(2, 1), Row(3, 1)])
            let chiefs = staff.joined(with: staff, on: \.value, equals: { $0.id })
            let subscription = await chiefs.subscribe()
            #expect(subscription.snapshot.map(\.id.description) == ["2⋈1", "3⋈1"])
            let next = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            // Nobody's chief, and nobody's subordinate: no update.
            try await staff.append(Row(4, 9))
            await executor.settle()
            try await staff.transaction { list in
                try list.remove(id: 2)
                try list.append(Row(9, 3))
            }
            let update = try #require(await next.value)
            #expect(update.after.map(\.id.description) == ["3⋈1", "4⋈9", "9⋈3"])
            #expect(update.changes.deletions == [0] && update.changes.insertions == [1, 2])
        }
    }
}
