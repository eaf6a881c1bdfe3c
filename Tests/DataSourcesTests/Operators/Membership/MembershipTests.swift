import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct MembershipTests {
    private static func kept(_ list: ListSnapshot<Row>, _ other: ListSnapshot<Row>, keepsMembers: Bool) -> [Row] {
        let members = Set(other.map(\.id))
        return list.filter { members.contains($0.id) == keepsMembers }
    }

    @Test(arguments: [true, false], [64, 1])
    func `random histories of two lists with ids in common`(keepsMembers: Bool, fewest: Int) throws {
        try expectFollowsPair(RowListHistory.pairs(seeds(15))) {
            MembershipOperator<Row, Row>(keepsMembers: keepsMembers).rebuilding(from: fewest)
        } oracle: {
            Self.kept($0, $1, keepsMembers: keepsMembers)
        }
    }

    @Test(arguments: [true, false])
    func `all small histories of either list`(keepsMembers: Bool) throws {
        let other = try ListSnapshot([Row(2, 9), Row(0, 9)])
        try expectFollowsAll(upTo: 3, values: 2) { start, update in
            var operation = MembershipOperator<Row, Row>(keepsMembers: keepsMembers)
            _ = operation.apply(Update(from: ListSnapshot(), to: start), Update(from: ListSnapshot(), to: other))
            let found = operation.apply(update, nil).content
            if found != Self.kept(update.after, other, keepsMembers: keepsMembers) {
                Issue.record("\(start) → \(update.after): \(found)")
            }
            var turned = MembershipOperator<Row, Row>(keepsMembers: keepsMembers)
            _ = turned.apply(Update(from: ListSnapshot(), to: other), Update(from: ListSnapshot(), to: start))
            let foundTurned = turned.apply(nil, update).content
            if foundTurned != Self.kept(other, update.after, keepsMembers: keepsMembers) {
                Issue.record("of the other: \(start) → \(update.after): \(foundTurned)")
            }
        }
    }

    @Test func `content and order are the first list's; content and order of the other are nothing to it`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let messages = try ListSource([Row(1), Row(2), Row(3)])
            let marks = try ListSource([Row(3, 9), Row(1, 9), Row(7, 9)])
            let (marked, unmarked) = (messages.intersection(marks), messages.subtracting(marks))
            #expect(await Array(marked.snapshot) == [Row(1), Row(3)])
            #expect(await Array(unmarked.snapshot) == [Row(2)])
            let (before, beforeUnmarked) = (await marked.snapshot, await unmarked.snapshot)
            try await marks.transaction { list in
                try list.move(id: 7, to: 0)
                try list.update(id: 1) { $0.value = 8 }
                try list.append(Row(8))
            }
            #expect(await marked.snapshot.isIdentical(to: before))
            #expect(await unmarked.snapshot.isIdentical(to: beforeUnmarked))
            let subscription = await marked.subscribe()
            try await marks.append(Row(2))
            #expect(await subscription.next()?.changes == ListChanges(insertions: [1]))
            try await messages.move(id: 3, to: 0)
            #expect(await subscription.next()?.after.map(\.id) == [3, 1, 2])
            #expect(await unmarked.snapshot.isEmpty)
        }
    }

    @Test func `lists of different items meet by ids of one type`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let messages = try ListSource([Row(1), Row(2), Row(3)])
            let seen = try ListSource([Keyed(id: 2, value: "yesterday")])
            #expect(await messages.subtracting(seen).snapshot.map(\.id) == [1, 3])
            #expect(await seen.intersection(messages).snapshot.map(\.value) == ["yesterday"])
        }
    }
}

struct SymmetricDifferenceTests {
    @Test(arguments: seeds(10)) func `what only one of two lists has`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let group = SourceGroup()
            let (one, two) = (ListSource<Row>(in: group), ListSource<Row>(in: group))
            let difference = one.symmetricDifference(two)
            let subscription = await difference.subscribe()
            var last = subscription.snapshot
            for (left, right) in zip(
                try RowListHistory.states(seed: seed), try RowListHistory.states(seed: seed + 1_000))
            {
                try await transaction(over: one, two) { one, two in
                    try one.replaceAll(with: left)
                    try two.replaceAll(with: right)
                }
                let (ids, others) = (Set(left.map(\.id)), Set(right.map(\.id)))
                let expected = left.filter { !others.contains($0.id) } + right.filter { !ids.contains($0.id) }
                // One transaction over both is one update, or none (laws 3 and 14).
                if last.content != expected { last = try #require(await subscription.next()).after }
                #expect(last.content == expected)
                #expect(subscription.lag == 0)
            }
        }
    }
}
