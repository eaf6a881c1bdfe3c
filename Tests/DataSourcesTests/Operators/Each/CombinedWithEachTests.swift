import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct CombinedWithEachTests {
    typealias Rows = ListSnapshot<Row>
    typealias Combined = CombinedItem<Row, Rows>

    // MARK: What it shows

    @Test func `each row shows its item and what the item's source shows; each change is one update`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, houses) = (try ListSource([Row(1), Row(2), Row(3)]), Households())
            let subscription = await base.combinedWithEach { houses.find($0) }.subscribe()
            #expect(Array(subscription.snapshot) == houses.combined([Row(1), Row(2), Row(3)]))
            try await houses.list(Row(2)).append(Row(99))
            let child = try #require(await subscription.next())
            #expect(child.changes == ListChanges(updates: PositionPairs([PositionPair(before: 1, after: 1)])))
            #expect(child.after[1]?.snapshot.count == 3)
            try await base.move(id: 3, to: 0)
            #expect(await subscription.next()?.changes.moves.count == 1)
            try await base.remove(id: 1)
            #expect(await subscription.next()?.changes == ListChanges(deletions: [1]))
            try await base.insert(Row(4), at: 1)
            #expect(await subscription.next()?.changes == ListChanges(insertions: [1]))
            #expect(Array(subscription.snapshot) == houses.combined([Row(3), Row(4), Row(2)]))
            // A source that has been left tells nothing, and one that changes to and fro neither.
            try await houses.list(Row(1)).append(Row(98))
            try await houses.list(Row(2)).append(Row(97))
            try await houses.list(Row(2)).remove(id: 97)
            let combined = await base.combinedWithEach { houses.find($0) }.snapshot
            #expect(combined == subscription.snapshot)
            try await base.append(Row(5))
            #expect(await subscription.next()?.changes == ListChanges(insertions: [3]))
        }
    }

    @Test func `an updated item is asked for again; the same source is kept, and another one followed`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, houses) = (try ListSource([Row(1), Row(2)]), Households(modulus: 2))
            let shown = base.combinedWithEach { houses.find($0) }
            let subscription = await shown.subscribe()
            #expect(houses.found.value == [Row(1), Row(2)])
            try await base.update(id: 1) { $0.value = 2 }
            #expect(await subscription.next()?.after[0] == houses.combined([Row(1, 2)])[0])
            #expect(houses.found.value == [Row(1), Row(2), Row(1, 2)] && shown.inputsRead == 4)
            try await base.update(id: 1) { $0.value = 3 }
            try await houses.list(Row(1, 3)).append(Row(77))
            #expect(await subscription.next()?.after[0] == houses.combined([Row(1, 3)])[0])
            try await houses.list(Row(1, 2)).append(Row(78))
            try await base.move(id: 2, to: 0)
            try await base.update(id: 2) { $0.value = 1 }
            #expect(Array(try #require(await subscription.next()).after) == houses.combined([Row(2, 1), Row(1, 3)]))
            // Moves ask for nothing.
            try await base.move(id: 2, to: 1)
            _ = await subscription.next()
            #expect(houses.found.value.count == 5)
        }
    }

    @Test func `items with one key share a source, which is asked for once while one of them is there`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let base = try ListSource([Row(1, 7), Row(2, 7), Row(3, 8)])
            let (keys, houses) = (Shared<[Int]>([]), Households())
            let shown = base.combinedWithEach(by: \.value) { key in
                keys.change { $0.append(key) }
                return houses.list(key: key)
            }
            let subscription = await shown.subscribe()
            func expected(_ rows: [Row]) -> [Combined] {
                rows.map { CombinedItem($0, houses.list(key: $0.value).snapshot) }
            }
            #expect(Array(subscription.snapshot) == expected([Row(1, 7), Row(2, 7), Row(3, 8)]))
            try await houses.list(key: 7).append(Row(500))
            #expect(await subscription.next()?.changes.updates.count == 2)
            // One more, one less, another key, and that key given up and taken again in one step.
            try await base.append(Row(4, 7))
            try await base.remove(id: 1)
            try await base.update(id: 2) { $0.value = 8 }
            try await base.remove(id: 3)
            #expect(Array(try #require(await subscription.next()).after) == expected([Row(2, 8), Row(4, 7)]))
            #expect(keys.value == [7, 8])
            try await base.remove(id: 4)
            _ = await subscription.next()
            try await base.append(Row(5, 7))
            #expect(Array(try #require(await subscription.next()).after) == expected([Row(2, 8), Row(5, 7)]))
            #expect(keys.value == [7, 8, 7])
        }
    }

    @Test func `sources of one value, of sections, and several items with one source`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, name) = (try ListSource([Row(1), Row(2)]), Parameter("a"))
            let named = await base.combinedWithEach { _ in name }.subscribe()
            #expect(named.snapshot.map { $0.value } == ["a", "a"])
            name.set("b")
            #expect(await named.next()?.after.map { $0.value } == ["b", "b"])
            try await base.remove(id: 1)
            name.set("c")
            #expect(await named.next()?.after.map { $0.value } == ["c"])
            let grouped = base.combinedWithEach { row in base.grouped { $0.id % 2 + row.id } }
            #expect(await grouped.snapshot[0]?.snapshot.count == 1)
        }
    }

    @Test func `sources find their items also when all of these crowd at one place`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, houses) = (try ListSource([Row(1000), Row(1001)]), Households())
            let shown = base.combinedWithEach { houses.list($0) }
            let shared = base.combinedWithEach(by: { $0.id % 3 }) { houses.list(key: $0) }
            func check() async {
                let rows = Array(base.snapshot)
                #expect(Array(await shown.snapshot) == houses.combined(rows))
                let expected = rows.map { CombinedItem($0, houses.list(key: $0.id % 3).snapshot) }
                #expect(Array(await shared.snapshot) == expected)
            }
            await check()
            for id in 0..<150 {
                try await base.insert(Row(id), at: 1)
                if id % 10 == 9 { try await base.move(id: id - 5, to: 1) }
                _ = await (shown.snapshot, shared.snapshot)
            }
            for row in base.snapshot { try await houses.list(row).append(Row(-1)) }
            await check()
            try await base.removeAll { $0.id % 3 == 1 && $0.id < 100 }
            for row in base.snapshot { try await houses.list(row).remove(id: -1) }
            await check()
        }
    }

    // MARK: What it costs

    @Test func `a change of one item in a list of a hundred thousand compares a few, in rows and in what is merged`()
        throws
    {
        let (ear, count) = (Heard.Ear(), 100_000)
        try SeededExecutor.run(seed: 0) { _ in
            let base = try ListSource((0..<100).map { Row($0) })
            let big = try ListSource(ear.items(0..<count))
            let small = try ListSource(ear.items(0..<2))
            let shown = base.combinedWithEach { $0.id == 50 ? big : small }
            let (rows, flat, sections) = (
                await shown.subscribe(), await shown.flattenedEach().subscribe(),
                await shown.sectionedEach().subscribe()
            )
            #expect(flat.snapshot.count == count + 198 && sections.snapshot.itemCount == count + 198)
            ear.listen()
            for turn in 1...3 {
                switch turn {
                case 1: try await big.update(id: 90_000) { $0.value = 1 }
                case 2: try await big.move(id: 10, to: 80_000)
                default: try await big.remove(id: 70_000)
                }
                #expect(await rows.next()?.changes.updates.count == 1)
                #expect(await flat.next()?.changes.count == 1)
                #expect(await sections.next()?.changes.items.count == 1)
            }
            #expect(ear.comparisons < 3000, "\(ear.comparisons)")
        }
    }

    #if DATASOURCES_INTERNAL_CHECKS
    private let count = 1000
    #else
    private let count = 10_000
    #endif

    @Test func `a refresh reads what has changed, of ten thousand sources`() throws {
        try SeededExecutor.run(seed: 0) { [count] _ in
            let base = try ListSource((0..<count).map { Row($0) })
            let values = (0..<count).map { Parameter($0) }
            let shown = base.combinedWithEach { values[$0.id] }
            let subscription = await shown.subscribe()
            let first = shown.inputsRead
            #expect(first == count + 1 && subscription.snapshot[7]?.value == 7)
            values[500].set(-1)
            values[7].set(-2)
            let update = try #require(await subscription.next())
            #expect(update.changes.updates.count == 2 && update.after[500]?.value == -1)
            #expect(shown.inputsRead == first + 2)
            try await base.move(id: 0, to: 900)
            #expect(await subscription.next()?.changes.moves.count == 1)
            try await base.remove(id: 5)
            #expect(await subscription.next()?.changes.deletions.count == 1)
            #expect(shown.inputsRead == first + 4)
        }
    }
}
