import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct AllSatisfyTests {
    @Test func `random histories: all, any`() throws {
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, Int, Bool>.allSatisfy { $0.value % 4 != 1 })
        } oracle: {
            $0.allSatisfy { $0.value % 4 != 1 }
        }
        try expectFollows(seeds: seeds(10)) {
            AggregateOperator(Aggregation<Row, Int, Bool>.contains { $0.value % 4 == 1 })
        } oracle: {
            $0.contains { $0.value % 4 == 1 }
        }
    }

    @Test func `all of none, any of none; and an update only if the answer changes`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            let (all, any) = (source.allSatisfy { $0.value > 0 }, source.contains { $0.value > 9 })
            #expect(await all.snapshot.value == true)
            #expect(await any.snapshot.value == false)
            let subscription = await any.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.append(Row(1, 3))
            await executor.settle()
            #expect(any.demandCount == 1)
            try await source.append(Row(2, 30))
            #expect(await task.value?.after.value == true)
            #expect(await all.snapshot.value == true)
            try await source.append(Row(3))
            #expect(await all.snapshot.value == false)
        }
    }
}
