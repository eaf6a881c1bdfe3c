import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 14 for operators on keys, single items and sorted sections: what comes to one source on several paths, and what a
/// transaction changes in several sources, is one update.
struct KeyOperatorLaws {
    /// The rows of all updates so far, and how many updates there have been.
    private actor Log<Value: Sendable> {
        private(set) var entries: [Value] = []

        func note(_ value: Value) { entries.append(value) }
    }

    @Test(arguments: seeds(10))
    func `law 14: the item with the greatest id: never none while there are items`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Row(0)])
            let greatest = source.watching(id: source.max(of: \.id))
            let log = Log<Row?>()
            let task = Task(executorPreference: executor) {
                for await update in await greatest.subscribe() { await log.note(update.after.value) }
            }
            var random = Random(seed: seed)
            var expected: [Row?] = []
            for step in 1...20 {
                await executor.settle()
                // The greatest one leaves, and another one is.
                let last = source.snapshot.count - 1
                let values = (0...(step % 3)).map { _ in random.below(9) }
                try await source.transaction { list in
                    try list.remove(at: last)
                    for (number, value) in values.enumerated() { try list.append(Row(10 * step + number, value)) }
                }
                expected.append(source.snapshot.max { $0.id < $1.id })
                await executor.settle()
            }
            await source.finish()
            await task.value
            #expect(await log.entries == expected)
        }
    }

    @Test(arguments: seeds(10))
    func `law 14: an order that depends on the items it sorts: one update, sorted by the order of the moment`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            let sorted = source.grouped { $0.id % 3 }.sortedItems(by: source.counted()) { count in
                ItemOrder(by: \.value, count % 2 == 0 ? .ascending : .descending)
            }
            let log = Log<[[Row]]>()
            let task = Task(executorPreference: executor) {
                for await update in await sorted.subscribe() { await log.note(update.after.map { Array($0.items) }) }
            }
            var history = RowListHistory(seed: seed)
            var shown: [[Row]] = []
            var expected: [[[Row]]] = []
            for _ in 0..<25 {
                await executor.settle()
                try history.edit()
                let rows = history.snapshot
                try await source.replaceAll(with: rows)
                let groups = Set(rows.map { $0.id % 3 }).sorted().map { key in
                    rows.filter { $0.id % 3 == key }.sorted {
                        rows.count % 2 == 0 ? $0.value < $1.value : $0.value > $1.value
                    }
                }
                if groups != shown { expected.append(groups) }
                shown = groups
                await executor.settle()
            }
            await source.finish()
            await task.value
            #expect(await log.entries == expected)
        }
    }

    @Test(arguments: seeds(10))
    func `law 14: a transaction over two sources that are joined on two keys and summed up is one update`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let group = SourceGroup()
            let (left, right) = (ListSource<Row>(in: group), ListSource<Row>(in: group))
            // Both sides always have the same keys, so there is one pair for each item.
            let pairs = left.joined(
                with: right, on: { CompoundKey($0.id, $0.value) }, equals: { CompoundKey($0.id, $0.value) }
            ).aggregated(.combined(.count, .sum(of: \.left.value)) { [$0, $1] })
            let log = Log<[Int]>()
            let task = Task(executorPreference: executor) {
                for await update in await pairs.subscribe() { await log.note(update.after.value ?? []) }
            }
            var history = RowListHistory(seed: seed)
            var (shown, expected) = ([0, 0], [[Int]]())
            for _ in 0..<20 {
                await executor.settle()
                try history.edit()
                let rows = history.snapshot
                try await transaction(over: left, right) { left, right in
                    try left.replaceAll(with: rows)
                    try right.replaceAll(with: rows)
                }
                let next = [rows.count, rows.reduce(0) { $0 + $1.value }]
                if next != shown { expected.append(next) }
                shown = next
                await executor.settle()
            }
            await left.finish()
            await right.finish()
            await task.value
            #expect(await log.entries == expected)
        }
    }

    // MARK: NaN

    @Test(arguments: seeds(10))
    func `law 15: NaN within a key of several parts is one value, the last`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let source = ListSource<Measurement>()
            let counts = source.aggregated(by: \.value, \.count, with: .count)
            let groups = source.grouped(by: \.value, \.count)
            let sorted = source.sorted(by: \.value, \.count)
            for _ in 0..<30 {
                let (id, value, count) = (random.below(10), Measurement.value(&random), random.below(2))
                let leaver = random.below(10)
                try await source.transaction { list in
                    list.upsert(Measurement(id, value, count: count))
                    if leaver != id { _ = try? list.remove(id: leaver) }
                }
                let parts = source.snapshot.enumerated().map { place, item in
                    (item.value.isNaN ? 9 : Int(item.value), item.count, place, item.id)
                }.sorted { $0 < $1 }
                var rows: [[Int]] = []
                for part in parts {
                    if rows.last?[0] == part.0, rows.last?[1] == part.1 {
                        rows[rows.count - 1][2] += 1
                    } else {
                        rows.append([part.0, part.1, 1])
                    }
                }
                let shown = await counts.snapshot.map { row in
                    [row.id.components.0.isNaN ? 9 : Int(row.id.components.0), row.id.components.1, row.value]
                }
                try #require(shown == rows, "seed \(seed)")
                try #require(await groups.snapshot.map(\.items.count) == rows.map { $0[2] }, "seed \(seed)")
                try #require(await sorted.snapshot.map(\.id) == parts.map(\.3), "seed \(seed)")
            }
        }
    }
}
