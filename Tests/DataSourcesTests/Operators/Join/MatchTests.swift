import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Joins to many, and whether there is a match.
struct MatchTests {
    /// Other values can have the same key, so that content changes without it.
    @Sendable private static func key(_ row: Row) -> Int { row.value / 2 + 3 * (row.id % 6) }

    /// The matches of each left item, by dictionaries.
    private static func matched(
        _ left: ListSnapshot<Row>, _ right: ListSnapshot<Row>, limit: Int = .max
    ) -> [(item: Row, matches: [Row])] {
        let matches = Dictionary(grouping: right, by: key)
        return left.map { ($0, Array((matches[key($0)] ?? []).prefix(limit))) }
    }

    private typealias Many = MatchOperator<JoinedMany<Row, Row>, Row, Row, Int>
    private static func row(_ item: Row, _ matches: [Row]) -> JoinedMany<Row, Row> {
        JoinedMany(left: item, matches: matches)
    }

    private typealias Exists = MatchOperator<Row, Row, Row, Int>

    private static func many(limit: Int, keepsAll: Bool, fewest: Int = 64) -> Many {
        Many(on: key, equals: key, limit: limit) { item, matches in
            keepsAll || !matches.isEmpty ? Self.row(item, Array(matches)) : nil
        }.rebuilding(from: fewest)
    }

    private static func exists(_ wanted: Bool, fewest: Int = 64) -> Exists {
        Exists(on: key, equals: key, limit: 0) { item, matches in
            matches.isEmpty == wanted ? nil : item
        }.rebuilding(from: fewest)
    }

    @Test(arguments: [(Int.max, true), (.max, false), (1, false), (2, true)], [64, 1])
    func `random histories of both sides, all matches or the first few`(
        _ kind: (limit: Int, keepsAll: Bool), fewest: Int
    ) throws {
        try expectFollowsPair(RowListHistory.pairs(seeds(6))) {
            Self.many(limit: kind.limit, keepsAll: kind.keepsAll, fewest: fewest)
        } oracle: { left, right in
            Self.matched(left, right, limit: kind.limit).filter { kind.keepsAll || !$0.matches.isEmpty }
                .map { Self.row($0.item, $0.matches) }
        }
    }

    @Test(arguments: [true, false], [64, 1])
    func `random histories of both sides, whether there is a match`(wanted: Bool, fewest: Int) throws {
        try expectFollowsPair(RowListHistory.pairs(seeds(10))) {
            Self.exists(wanted, fewest: fewest)
        } oracle: { left, right in
            Self.matched(left, right).filter { $0.matches.isEmpty != wanted }.map(\.item)
        }
    }

    @Test func `all small histories of one side, then of the other`() throws {
        let others = [[Row](), [Row(6)], [Row(7), Row(6, 3), Row(13, 1), Row(12, 2)]]
        for other in try others.map({ try ListSnapshot($0) }) {
            let wholeOther = Update(from: ListSnapshot(), to: other)
            try expectFollowsAll(upTo: 3, values: 4) { start, update in
                let whole = Update(from: ListSnapshot(), to: start)
                var many = Self.many(limit: 2, keepsAll: true)
                var exists = Self.exists(true)
                if whole != nil || wholeOther != nil {
                    _ = many.apply(whole, wholeOther)
                    _ = exists.apply(whole, wholeOther)
                }
                let expected = Self.matched(update.after, other, limit: 2)
                if many.apply(update, nil).map(\.matches) != expected.map(\.matches)
                    || exists.apply(update, nil).content != expected.filter({ !$0.matches.isEmpty }).map(\.item)
                {
                    Issue.record("left \(start) → \(update.after), right \(other)")
                }
                var manyTurned = Self.many(limit: 2, keepsAll: true)
                var existsTurned = Self.exists(false)
                if whole != nil || wholeOther != nil {
                    _ = manyTurned.apply(wholeOther, whole)
                    _ = existsTurned.apply(wholeOther, whole)
                }
                let turned = Self.matched(other, update.after, limit: 2)
                if manyTurned.apply(nil, update).map(\.matches) != turned.map(\.matches)
                    || existsTurned.apply(nil, update).content != turned.filter({ $0.matches.isEmpty }).map(\.item)
                {
                    Issue.record("left \(other), right \(start) → \(update.after)")
                }
            }
        }
    }

    @Test func `customers with their newest orders, and those who have none`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (customers, orders) = (try ListSource([Row(1), Row(2)]), try ListSource([Row(10, 1), Row(11, 2)]))
            let rows = customers.leftJoinedMany(
                with: orders.reversed(), on: \.id, equals: \.value, limit: 2)
            let idle = customers.whereNoneExists(in: orders, on: \.id, equals: \.value)
            let subscription = await rows.subscribe()
            #expect(subscription.snapshot.map { $0.matches.map(\.id) } == [[10], [11]])
            #expect(await idle.snapshot.isEmpty)

            try await orders.append(Row(12, 1))
            #expect(
                await subscription.next()?.changes
                    == ListChanges(updates: PositionPairs([PositionPair(before: 0, after: 0)])))
            try await orders.append(Row(13, 1))
            #expect(await subscription.next()?.after[0]?.matches.map(\.id) == [13, 12])
            // Behind the limit.
            let before = await rows.snapshot
            try await orders.remove(id: 10)
            #expect(await rows.snapshot.isIdentical(to: before))
            try await orders.remove(id: 11)
            #expect(await idle.snapshot.map(\.id) == [2])
            #expect(await subscription.next()?.after[1]?.matches.isEmpty == true)
        }
    }

    @Test func `both sides in one transaction make one update (law 14)`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let group = SourceGroup()
            let (customers, orders) = (try ListSource([Row(1)], in: group), try ListSource([Row(10, 1)], in: group))
            let busy = customers.whereExists(in: orders, on: \.id, equals: \.value)
            let rows = customers.joinedMany(with: orders, on: \.id, equals: \.value)
            let (subscription, rowSubscription) = (await busy.subscribe(), await rows.subscribe())
            try await transaction(over: customers, orders) { customers, orders in
                try customers.append(Row(2))
                try orders.update(id: 10) { $0.value = 2 }
            }
            #expect(await subscription.next()?.after.map(\.id) == [2])
            #expect(await rowSubscription.next()?.after.map(\.id) == [2])
            await customers.finish()
            await orders.finish()
            #expect(await subscription.next() == nil)
            #expect(await rowSubscription.next() == nil)
        }
    }

    @Test func `a change of one of many matches reads only the rows with its key`() throws {
        let calls = Shared(0)
        var operation = MatchOperator<Row, Row, Row, Int>(on: \.value, equals: \.value, limit: 1) { item, matches in
            calls.change { $0 += 1 }
            return matches.isEmpty ? nil : item
        }
        let items = try ListSnapshot((0..<10_000).map { Row($0, $0 % 1_000) })
        _ = operation.apply(Update(from: ListSnapshot(), to: items), Update(from: ListSnapshot(), to: items))
        var draft = try ListDraft(items)
        try draft.update(id: 77) { $0.value = 78 }
        calls.change { $0 = 0 }
        _ = operation.apply(nil, Update(from: items, to: draft.snapshot))
        #expect(calls.value == 20)
    }
}
