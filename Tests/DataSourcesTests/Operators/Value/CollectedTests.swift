import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct CollectedTests {
    @Test func `the value is the state of the source, from the start and after random changes`() throws {
        try expectDerives(seeds: seeds(10)) { list, _, _ in
            list.collected().map { $0.content }
        } oracle: { rows, _, _ in
            rows
        }
    }

    @Test func `it has a value even if the source has none yet`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            #expect(await ListSource<Row>().collected().snapshot.value == ListSnapshot())
            #expect(await MaybeValue<Int>().collected().snapshot.value == ValueSnapshot())
            let sections = try SectionedSource([ItemSection(Heading(1), items: [Row(1)])])
            #expect(await sections.collected().snapshot.value?.itemCount == 1)
        }
    }

    @Test func `a filter by the ids in another list`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, _ in
            let selected = list.filter(by: first) { row, remainder in row.id % 4 == remainder }
            return list.filter(by: selected.collected()) { row, selected in selected.contains(id: row.id) }
        } oracle: { rows, first, _ in
            rows.filter { $0.id % 4 == first }
        }
    }

    @Test func `law 14: a list filtered by its own content makes one update for one change`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 5), Row(2, 5), Row(3, 1)])
            let largest = source.collected().map { rows in rows.map(\.value).max() ?? 0 }
            let top = source.filter(by: largest) { row, largest in row.value == largest }
            let subscription = await top.subscribe()
            #expect(subscription.snapshot.map(\.id) == [1, 2])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.update(id: 3) { $0.value = 9 }
            let update = try #require(await task.value)
            #expect(update.after.map(\.id) == [3] && subscription.lag == 0)
        }
    }

    @Test func `a change costs the difference of the source, which its followers share`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<1000).map { Row($0) })
            let (count, collected) = (source.counted(), source.collected())
            let values = collected.map { $0.count }
            #expect(await count.snapshot.value == 1000)
            #expect(await values.snapshot.value == 1000)
            let before = source.hub.differencesComputed
            try await source.append(Row(2000))
            #expect(await count.snapshot.value == 1001)
            #expect(await values.snapshot.value == 1001)
            #expect(source.hub.differencesComputed == before + 1)
        }
    }
}
