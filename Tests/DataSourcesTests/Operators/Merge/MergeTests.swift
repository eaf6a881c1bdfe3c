import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct MergeTests {
    private static func merged(_ lists: [ListSnapshot<Row>]) -> [Row] {
        var seen = Set<Int>()
        return lists.flatMap { $0 }.filter { seen.insert($0.id).inserted }
    }

    @Test(arguments: [64, 1])
    func `random histories of three lists with ids in common`(fewest: Int) throws {
        let histories = try seeds(20).map { seed in
            try [seed, seed + 1000, seed + 2000].map { try RowListHistory.states(seed: $0) }
        }
        try expectFollowsMany(histories) {
            MergeOperator<Row>().rebuilding(from: fewest)
        } oracle: {
            Self.merged($0)
        }
    }

    @Test func `all small histories of one of three lists`() throws {
        let (one, two) = (try ListSnapshot([Row(1, 7), Row(0, 7)]), try ListSnapshot([Row(2, 8), Row(1, 8)]))
        try expectFollowsAll(upTo: 3, values: 2) { start, update in
            for place in 0...2 {
                var states = [one, two]
                states.insert(start, at: place)
                var operation = MergeOperator<Row>()
                _ = operation.apply(states.map { Update(from: ListSnapshot(), to: $0) })
                var updates: [Update<ListSnapshot<Row>>?] = [nil, nil, nil]
                (updates[place], states[place]) = (update, update.after)
                let found = operation.apply(updates).content
                if found != Self.merged(states) {
                    Issue.record("\(start) → \(update.after) at \(place): \(found)")
                }
            }
        }
    }

    @Test func `an item that leaves the first list goes on from the second, with what it is there`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (favorites, recent) = (try ListSource([Row(1), Row(2)]), try ListSource([Row(3), Row(2, 9)]))
            let union = favorites.union(recent)
            let subscription = await union.subscribe()
            #expect(Array(subscription.snapshot) == [Row(1), Row(2), Row(3)])
            try await favorites.remove(id: 2)
            let update = try #require(await subscription.next())
            #expect(Array(update.after) == [Row(1), Row(3), Row(2, 9)])
            #expect(update.changes.moves.count == 1 && update.changes.updates.count == 1 && update.changes.count == 2)
            try await recent.remove(id: 2)
            #expect(await subscription.next()?.changes == ListChanges(deletions: [2]))
        }
    }

    @Test func `an item that goes from one list to the other in one moment is moved`() throws {
        var operation = MergeOperator<Row>()
        let (one, two) = (try ListSnapshot([Row(1), Row(2)]), try ListSnapshot([Row(3)]))
        let before = operation.apply([Update(from: ListSnapshot(), to: one), Update(from: ListSnapshot(), to: two)])
        let (oneAfter, twoAfter) = (try ListSnapshot([Row(2)]), try ListSnapshot([Row(3), Row(1)]))
        let after = operation.apply([Update(from: one, to: oneAfter), Update(from: two, to: twoAfter)])
        #expect(Update(from: before, to: after)?.changes.description == "moves [0→2]")
    }

    @Test func `what an earlier list has changes nothing later, and the state stays the very same`() throws {
        var operation = MergeOperator<Row>()
        let one = try ListSnapshot([Row(1), Row(2)])
        var two = try ListDraft([Row(3)])
        let start = two.snapshot
        let before = operation.apply([Update(from: ListSnapshot(), to: one), Update(from: ListSnapshot(), to: start)])
        try two.insert(Row(1, 5), at: 0)
        let hidden = two.snapshot
        #expect(operation.apply([nil, Update(from: start, to: hidden)]).isIdentical(to: before))
        try two.move(from: 0, to: 1)
        try two.update(id: 1) { $0.value = 6 }
        #expect(operation.apply([nil, Update(from: hidden, to: two.snapshot)]).isIdentical(to: before))
        #expect(operation.hiddenCount == 1)
    }

    @Test func `sources of several kinds are merged, and none at all`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1), Row(2), Row(3)])
            let small = source.filter { $0.id < 2 }
            let merged = small.merged(with: source, source.reversed())
            #expect(await merged.snapshot.map(\.id) == [1, 2, 3])
            let subscription = await merged.subscribe()
            try await source.append(Row(0))
            #expect(await subscription.next()?.after.map(\.id) == [1, 0, 2, 3])
            let nothing = DerivedSource<ListSnapshot<Row>>(merging: [])
            #expect(await nothing.snapshot.isEmpty)
            #expect(await nothing.subscribe().next() == nil)
        }
    }
}
