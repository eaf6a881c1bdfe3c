import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct ListSourceLimitSizeTests {
    @Test func `the oldest go, in one transaction for each surplus; updates and moves do not make younger`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<5).map { Row($0) })
            let task = Task(executorPreference: executor) { try await source.limitSize(to: 3) }
            await executor.settle()
            #expect(source.snapshot.map(\.id) == [2, 3, 4] && source.snapshot.version?.number == 2)
            try await source.update(id: 2) { $0.value = 1 }
            try await source.move(id: 2, to: 2)
            try await source.insert(Row(5), at: 0)
            await executor.settle()
            #expect(source.snapshot.map(\.id) == [5, 3, 4])
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await source.append(Row(6))
            await executor.settle()
            #expect(source.snapshot.count == 4)
        }
    }

    @Test func `it returns when the source finishes; a negative limit keeps nothing`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1), Row(2)])
            let task = Task(executorPreference: executor) { try await source.limitSize(to: -1) }
            await executor.settle()
            #expect(source.snapshot.isEmpty)
            await source.finish()
            try await task.value
        }
    }

    @Test(arguments: seeds(20))
    func `random edits: what is left is what a model that evicts by key and age leaves`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            let limit = 1 + Int(seed % 5)
            let byKey = seed % 2 == 0
            let task = Task(executorPreference: executor) {
                if byKey {
                    try await source.limitSize(to: limit, evictingLowest: \.value)
                } else {
                    try await source.limitSize(to: limit)
                }
            }
            var random = Random(seed: seed)
            // In the order of their arrival.
            var model: [Row] = []
            for _ in 0..<60 {
                var rows: [Row] = []
                for _ in 0...random.below(4) { rows.append(Row(random.below(20), random.below(5))) }
                if random.below(4) == 0 {
                    let id = random.below(20)
                    _ = try await source.transaction { $0[id: id] = nil }
                    model.removeAll { $0.id == id }
                } else {
                    try await source.upsert(contentsOf: rows)
                    for row in rows {
                        if let place = model.firstIndex(where: { $0.id == row.id }) {
                            model[place] = row
                        } else {
                            model.append(row)
                        }
                    }
                }
                await executor.settle()
                while model.count > limit {
                    let lowest = byKey ? model.map(\.value).min() : nil
                    model.remove(at: model.firstIndex { lowest == nil || $0.value == lowest } ?? 0)
                }
                #expect(Array(source.snapshot) == model, "seed \(seed)")
            }
            await source.finish()
            try await task.value
        }
    }

    @Test(arguments: seeds(20))
    func `edits that race it: at the end there are as many as the limit, and it does not hang`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            let task = Task(executorPreference: executor) { try await source.limitSize(to: 4) }
            let writers = (0..<3).map { writer in
                Task(executorPreference: executor) {
                    for number in 0..<20 { try await source.upsert(Row((writer * 7 + number) % 12, number % 2)) }
                }
            }
            for writer in writers { try await writer.value }
            await executor.settle()
            #expect(source.snapshot.count == 4, "seed \(seed)")
            task.cancel()
            _ = await task.result
        }
    }

    @Test(arguments: seeds(20))
    func `law 6: others that change keys while it chooses do not keep more than the limit`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            let tasks = [4, 6].map { limit in
                Task(executorPreference: executor) { try await source.limitSize(to: limit, evictingLowest: \.value) }
            }
            let writers = (0..<3).map { writer in
                Task(executorPreference: executor) {
                    var random = Random(seed: seed * 3 + UInt64(writer))
                    for _ in 0..<20 { try await source.upsert(Row(random.below(12), random.below(100))) }
                }
            }
            for writer in writers { try await writer.value }
            await executor.settle()
            #expect(source.snapshot.count == 4, "seed \(seed)")
            for task in tasks {
                task.cancel()
                _ = await task.result
            }
        }
    }

    @Test func `law 15: keys that are NaN, and keys that answer by lot, hang nothing`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<10).map { Row($0) })
            let task = Task(executorPreference: executor) {
                try await source.limitSize(to: 3, evictingLowest: { $0.id % 2 == 0 ? Double.nan : Double($0.id) })
            }
            await executor.settle()
            #expect(source.snapshot.count == 3)
            task.cancel()
            _ = await task.result
            let whim = Whim(seed: 1)
            let lots = Task(executorPreference: executor) {
                try await source.limitSize(to: 1, evictingLowest: { _ in whim.next() })
            }
            await executor.settle()
            #expect(source.snapshot.count >= 1)
            await source.finish()
            try await lots.value
        }
    }

    @Test(arguments: seeds(30))
    func `what others remove at the same time is not evicted twice over`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<5).map { Row($0) })
            let task = Task(executorPreference: executor) { try await source.limitSize(to: 3) }
            // The oldest are gone already if the eviction was faster.
            let other = Task(executorPreference: executor) {
                try await source.transaction { list in
                    try list.remove(ids: [3, 4])
                    return list.count
                }.result
            }
            let left = try await other.value
            await executor.settle()
            #expect(source.snapshot.map(\.id) == (left == 3 ? [0, 1, 2] : [2]))
            task.cancel()
            _ = await task.result
        }
    }
}
