import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Eviction from sections; what it shares with lists is held by their suites too.
struct SectionedSourceEvictionTests {
    private typealias Board = SectionedSource<Row, Row>

    private static func end(_ row: Row, _ start: VirtualClock.Instant) -> VirtualClock.Instant? {
        row.value == 0 ? nil : start.advanced(by: .milliseconds(row.value))
    }

    private static func picture(_ board: Board) -> [[Int]] { board.snapshot.map { $0.items.map(\.id) } }

    @Test func `items are removed at their time, from all sections in one transaction; sections stay`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let board = try Board([
                ItemSection(Row(100), items: [Row(1, 10), Row(2, 30)]),
                ItemSection(Row(200), items: [Row(3, 10), Row(4)]),
                ItemSection(Row(300), items: [Row(5, 10)]),
            ])
            let task = Task(executorPreference: executor) {
                try await board.removeExpired(clock: clock) { Self.end($0, start) }
            }
            let subscription = board.subscribe()
            _ = try #require(await subscription.next())
            #expect(Self.picture(board) == [[2], [4], []] && board.snapshot.version?.number == 2)
            #expect(start.duration(to: clock.now) == .milliseconds(10))
            try await board.moveItem(id: 2, to: ItemPath(section: 2, item: 0))
            try await clock.sleep(for: .milliseconds(30))
            #expect(Self.picture(board) == [[], [4], []])
            await board.finish()
            try await task.value
        }
    }

    @Test func `the oldest of all sections go, and those with the lowest keys`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let board = try Board([
                ItemSection(Row(100), items: [Row(1, 5), Row(2, 1)]), ItemSection(Row(200), items: []),
            ])
            let task = Task(executorPreference: executor) { try await board.limitSize(to: 2) }
            try await board.appendItem(Row(3, 0), toSection: 200)
            await executor.settle()
            #expect(Self.picture(board) == [[2], [3]])
            // A move does not make it younger.
            try await board.moveItem(id: 2, to: ItemPath(section: 1, item: 0))
            try await board.appendItem(Row(4, 9), toSection: 100)
            await executor.settle()
            #expect(Self.picture(board) == [[4], [3]])
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let byKey = Task(executorPreference: executor) { try await board.limitSize(to: 1, evictingLowest: \.value) }
            await executor.settle()
            #expect(Self.picture(board) == [[4], []])
            await board.finish()
            try await byKey.value
        }
    }

    @Test(arguments: seeds(20))
    func `random edits: what is left is what a model that evicts by age leaves`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let board = try Board((0..<3).map { ItemSection(Row(100 + $0)) })
            let limit = 1 + Int(seed % 5)
            let task = Task(executorPreference: executor) { try await board.limitSize(to: limit) }
            var random = Random(seed: seed)
            // The ids in the order of their arrival.
            var model: [Int] = []
            for _ in 0..<60 {
                let (id, section, kind) = (random.below(20), 100 + random.below(3), random.below(6))
                switch kind {
                case 0:
                    _ = try? await board.removeItem(id: id)
                    model.removeAll { $0 == id }
                case 1:
                    _ = try? await board.moveItem(id: id, to: ItemPath(section: section - 100, item: 0))
                default:
                    try await board.transaction { try $0.upsertItem(Row(id, kind), inSection: section) }
                    if !model.contains(id) { model.append(id) }
                }
                await executor.settle()
                model.removeFirst(max(0, model.count - limit))
                #expect(Set(board.snapshot.items.map(\.id)) == Set(model), "seed \(seed)")
            }
            await board.finish()
            try await task.value
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: keys that are NaN, and keys that answer by lot, hang nothing`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let whim = Whim(seed: seed)
            let board = try Board([ItemSection(Row(100))])
            let tasks = [
                Task(executorPreference: executor) {
                    try await board.limitSize(to: 5) { _ in whim.oneIn(3) ? Double.nan : Double(whim.next() % 3) }
                },
                Task(executorPreference: executor) {
                    try await board.removeExpired(clock: executor.clock) { _ in
                        whim.oneIn(2) ? executor.clock.now : nil
                    }
                },
            ]
            for id in 0..<50 {
                try await board.transaction { try $0.upsertItem(Row(id % 30, id), inSection: 100) }
                try await executor.clock.sleep(for: .milliseconds(1))
            }
            await board.finish()
            for task in tasks { try await task.value }
        }
    }
}
