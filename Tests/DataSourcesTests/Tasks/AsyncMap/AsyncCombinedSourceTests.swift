import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct AsyncCombinedSourceTests {
    struct Refused: Error {}

    /// What is below each row, and how long it takes to find it.
    private final class Rooms: Sendable {
        private let lists: [Int: ListSource<Row>]
        private let clock: VirtualClock
        let refused = Shared<Set<Int>>([])
        let calls = Shared<[Row]>([])
        let running = Shared(0)

        init(_ ids: Range<Int>, clock: VirtualClock) throws {
            lists = try Dictionary(uniqueKeysWithValues: ids.map { ($0, try ListSource([Row($0 * 100)])) })
            self.clock = clock
        }

        func messages(_ id: Int) throws -> ListSource<Row> {
            guard let list = lists[id] else { throw Refused() }
            return list
        }

        func find(_ row: Row) async throws -> ListSource<Row> {
            calls.change { $0.append(row) }
            running.change { $0 += 1 }
            defer { running.change { $0 -= 1 } }
            try await clock.sleep(for: .milliseconds(row.value))
            if refused.value.contains(row.id) { throw Refused() }
            return try messages(row.id)
        }

        func finish() async { for list in lists.values { await list.finish() } }
    }

    private typealias Combined = AsyncCombinedSource<Row, ListSnapshot<Row>>

    private static func picture(_ rows: Combined.Snapshot) -> [String] {
        rows.map { "\($0.id): \($0.snapshot.map { "\($0.id)" }.joined(separator: " "))" }
    }

    @Test func `items are there at once; what is below them comes when it is found, and goes on from there`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (source, rooms) = (try ListSource([Row(1, 20), Row(2, 10)]), try Rooms(0..<5, clock: executor.clock))
            let rows = source.asyncCombinedWithEach { try await rooms.find($0) }
            let subscription = await rows.subscribe()
            #expect(Self.picture(subscription.snapshot) == ["1: ", "2: "])
            let run = Task(executorPreference: executor) { await rows.run() }
            #expect(await subscription.next().map { Self.picture($0.after) } == ["1: ", "2: 200"])
            #expect(await rows.phases.snapshot.map(\.value) == [.finding, .found])
            #expect(await subscription.next().map { Self.picture($0.after) } == ["1: 100", "2: 200"])
            try await rooms.messages(2).append(Row(201))
            #expect(await subscription.next().map { Self.picture($0.after) } == ["1: 100", "2: 200 201"])
            #expect(await rows.flattenedEach().snapshot.map(\.value.id) == [100, 200, 201])
            #expect(await rows.sectionedEach().snapshot.map { $0.items.count } == [1, 2])
            // Found sources are followed without the task, too.
            run.cancel()
            await run.value
            try await rooms.messages(1).append(Row(101))
            #expect(await subscription.next().map { Self.picture($0.after) } == ["1: 100 101", "2: 200 201"])
        }
    }

    @Test func `a search that fails leaves what was found, says so, and can be repeated`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let (source, rooms) = (try ListSource([Row(1, 1), Row(2, 1)]), try Rooms(0..<5, clock: executor.clock))
            rooms.refused.change { $0 = [2] }
            let rows = source.asyncCombinedWithEach { try await rooms.find($0) }
            let run = Task(executorPreference: executor) { await rows.run() }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await Self.picture(rows.snapshot) == ["1: 100", "2: "])
            guard case .failed(let failure)? = await rows.phases.snapshot[id: 2]?.value else {
                Issue.record("the failure is not shown")
                return
            }
            #expect(failure.error is Refused)
            rooms.refused.change { $0 = [1] }
            #expect(await rows.rerun(id: 2))
            #expect(await rows.rerun(id: 1))
            #expect(await !rows.rerun(id: 77))
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await Self.picture(rows.snapshot) == ["1: 100", "2: 200"])
            guard case .failed? = await rows.phases.snapshot[id: 1]?.value else {
                Issue.record("the second failure is not shown")
                return
            }
            // What was found before the failure is still followed.
            try await rooms.messages(1).append(Row(101))
            #expect(await Self.picture(rows.snapshot) == ["1: 100 101", "2: 200"])
            run.cancel()
            await run.value
        }
    }

    @Test func `what is found for an item that has changed or gone is dropped, and the search cancelled`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let (source, rooms) = (
                try ListSource([Row(1, 1_000), Row(2, 1_000)]), try Rooms(0..<5, clock: executor.clock)
            )
            let rows = source.asyncCombinedWithEach { row in
                _ = try await rooms.find(row)
                return try rooms.messages(row.value == 1_000 ? 3 : row.id)
            }
            let run = Task(executorPreference: executor) { await rows.run() }
            try await executor.clock.sleep(for: .milliseconds(5))
            try await source.update(id: 1) { $0.value = 7 }
            try await source.remove(id: 2)
            try await executor.clock.sleep(for: .milliseconds(20))
            #expect(rooms.running.value == 0)
            #expect(await Self.picture(rows.snapshot) == ["1: 100"])
            await source.finish()
            await run.value
            await rooms.finish()
            #expect(await rows.subscribe().next() == nil)
        }
    }

    @Test(arguments: seeds(30))
    func `laws 1 to 5 and 14: whatever changes, each state is one of the list and of what is found`(seed: UInt64) throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let (source, clock) = (try ListSource((0..<4).map { Row($0, $0) }), executor.clock)
            let rooms = try Rooms(0..<10, clock: clock)
            let rows = source.asyncCombinedWithEach(limit: 3) { try await rooms.find($0) }
            // On two ways: the rows, and the list that they are of.
            let checked = DerivedSource(from: rows, source, through: AreOfList())
            let watchers = [
                Task(executorPreference: executor) {
                    for await update in await checked.subscribe() { #expect(update.after.value == true) }
                },
                Task(executorPreference: executor) {
                    for await _ in await rows.flattenedEach().subscribe().validating() {}
                },
            ]
            let run = Task(executorPreference: executor) { await rows.run() }
            var random = Random(seed: seed)
            for step in 0..<40 {
                let (id, other, kind) = (random.below(10), random.below(10), random.below(6))
                switch kind {
                case 0: try await rooms.messages(id).append(Row(id * 100 + step + 1))
                case 1: rooms.refused.change { refused in refused = [other] }
                case 2: await rows.rerun(id: id)
                default:
                    try await source.transaction { draft in
                        if draft.contains(id: id) { try draft.remove(id: id) }
                        draft.upsert(Row(other, step % 7))
                        if draft.count > 1 { try draft.move(from: 0, to: draft.count - 1) }
                    }
                }
                try await clock.sleep(for: .milliseconds(random.below(6)))
            }
            rooms.refused.change { $0 = [] }
            await rows.rerunAll()
            try await clock.sleep(for: .seconds(1))
            let expected = try source.snapshot.map { row in
                "\(row.id): \(try rooms.messages(row.id).snapshot.map { "\($0.id)" }.joined(separator: " "))"
            }
            #expect(await Self.picture(rows.snapshot) == expected)
            #expect(await rows.phases.snapshot.allSatisfy { $0.value == .found })
            await source.finish()
            await run.value
            await rooms.finish()
            for watcher in watchers { await watcher.value }
            #expect(rooms.running.value == 0)
        }
    }

    /// Whether the rows are the items of the list, with children of their own only.
    private struct AreOfList: PairOperator {
        private var (rows, list) = (Combined.Snapshot(), ListSnapshot<Row>())

        mutating func apply(
            _ first: Update<Combined.Snapshot>?, _ second: Update<ListSnapshot<Row>>?
        ) -> ValueSnapshot<Bool> {
            if let first { rows = first.after }
            if let second { list = second.after }
            let areOwn = rows.allSatisfy { row in row.snapshot.allSatisfy { $0.id / 100 == row.id } }
            return ValueSnapshot(areOwn && rows.map(\.item) == Array(list))
        }
    }

    @Test func `law 13: sources that are found are released with their items, and all with the last reference`() throws
    {
        try SeededExecutor.run(seed: 4) { executor in
            let census = Counted.Census()
            var source: ListSource<Row>? = try ListSource((0..<10).map { Row($0) })
            var rows = source?.asyncCombinedWithEach { row in try ListSource([census.item(row.id)]) }
            let run = Task(executorPreference: executor) { [rows] in await rows?.run() }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await rows?.snapshot.count == 10 && census.count == 10)
            try await source?.removeAll { $0.id >= 3 }
            try await executor.clock.sleep(for: .seconds(1))
            _ = await rows?.snapshot
            _ = await rows?.phases.snapshot
            try await executor.clock.sleep(for: .seconds(1))
            #expect(census.count == 3)
            run.cancel()
            await run.value
            rows = nil
            source = nil
            #expect(census.count == 0)
        }
    }
}
