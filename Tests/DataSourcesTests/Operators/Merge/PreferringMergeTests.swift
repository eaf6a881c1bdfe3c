import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct PreferringMergeTests {
    /// The lists one after the other, and of equal ids the item that wins.
    private static func merged(_ lists: [ListSnapshot<Row>], _ isPreferred: (Row, Row) -> Bool) -> [Row] {
        var winners: [Int: (list: Int, row: Row)] = [:]
        for (list, rows) in lists.enumerated() {
            for row in rows {
                if let known = winners[row.id], !isPreferred(row, known.row) { continue }
                winners[row.id] = (list, row)
            }
        }
        return lists.enumerated().flatMap { list, rows in rows.filter { winners[$0.id]?.list == list } }
    }

    private static let rules: [@Sendable (Row, Row) -> Bool] = [
        { $0.value > $1.value }, { $0.value < $1.value }, { _, _ in true }, { _, _ in false },
    ]

    @Test(arguments: 0..<4, [64, 1])
    func `random histories of three lists with ids in common`(rule: Int, fewest: Int) throws {
        let histories = try seeds(12).map { seed in
            try [seed, seed + 1000, seed + 2000].map { try RowListHistory.states(seed: $0) }
        }
        try expectFollowsMany(histories) {
            MergeOperator<Row>(preferring: Self.rules[rule]).rebuilding(from: fewest)
        } oracle: {
            Self.merged($0, Self.rules[rule])
        }
    }

    @Test func `all small histories of one of three lists`() throws {
        let (one, two) = (try ListSnapshot([Row(1, 1), Row(0, 0)]), try ListSnapshot([Row(2, 0), Row(1, 0)]))
        try expectFollowsAll(upTo: 3, values: 2) { start, update in
            for list in 0...2 {
                var states = [one, two]
                states.insert(start, at: list)
                var operation = MergeOperator<Row>(preferring: Self.rules[0])
                _ = operation.apply(states.map { Update(from: ListSnapshot(), to: $0) })
                var updates: [Update<ListSnapshot<Row>>?] = [nil, nil, nil]
                (updates[list], states[list]) = (update, update.after)
                let found = operation.apply(updates).content
                if found != Self.merged(states, Self.rules[0]) {
                    Issue.record("\(start) → \(update.after) at \(list): \(found)")
                }
            }
        }
    }

    @Test func `when the winner leaves or gets worse, the next best is shown`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (cached, fetched) = (try ListSource([Row(1, 5), Row(2, 1)]), try ListSource([Row(2, 9)]))
            let merged = cached.merged(with: fetched) { $0.value > $1.value }
            let subscription = await merged.subscribe()
            #expect(subscription.snapshot.content == [Row(1, 5), Row(2, 9)])
            try await fetched.update(Row(2, 0))
            #expect(await subscription.next()?.after.content == [Row(1, 5), Row(2, 1)])
            try await cached.remove(id: 2)
            #expect(await subscription.next()?.after.content == [Row(1, 5), Row(2, 0)])
        }
    }

    @Test func `a rule that changes makes one update`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (mine, theirs) = (try ListSource([Row(1, 5), Row(2, 1)]), try ListSource([Row(2, 9), Row(1, 6)]))
            let wantsMore = Parameter(true)
            let merged = mine.merged(with: theirs, preferring: wantsMore) { item, earlier, wantsMore in
                wantsMore ? item.value > earlier.value : item.value < earlier.value
            }
            let subscription = await merged.subscribe()
            #expect(subscription.snapshot.content == [Row(2, 9), Row(1, 6)])
            wantsMore.set(false)
            #expect(await subscription.next()?.after.content == [Row(1, 5), Row(2, 1)])
        }
    }
}
