import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What a source that switches follows, shows and calls.
struct SwitchTests {
    typealias Rows = DerivedSource<ListSnapshot<Row>>

    /// A selection that may have no value.
    struct Selection: PublishingSource {
        let hub = SnapshotHub<ValueSnapshot<Int>>()
    }

    /// Lists to be found, and which have been asked for.
    struct Rooms: Sendable {
        let lists: [ListSource<Row>]
        let found = Shared<[Int]>([])

        init(_ count: Int) throws {
            lists = try (0..<count).map { room in try ListSource((0..<3).map { Row($0, room) }) }
        }

        func find(_ room: Int) -> ListSource<Row> {
            found.change { $0.append(room) }
            return lists[room]
        }
    }

    // MARK: What it shows

    @Test func `it follows the source that belongs to the value; another value is one update, of what differs`() throws
    {
        try SeededExecutor.run(seed: 0) { executor in
            let rooms = [try ListSource([Row(1), Row(2), Row(3)]), try ListSource([Row(3), Row(1), Row(4)])]
            let room = Parameter(0)
            let shown = room.switchToLatest { rooms[$0] }
            let subscription = await shown.subscribe()
            #expect(subscription.snapshot == rooms[0].snapshot)
            try await rooms[0].remove(id: 2)
            #expect(await subscription.next()?.changes == ListChanges(deletions: [1]))
            room.set(1)
            let update = try #require(await subscription.next())
            #expect(update.before == rooms[0].snapshot && update.after == rooms[1].snapshot)
            #expect(
                update.changes.insertions == [2] && update.changes.moves.count == 1 && update.changes.deletions == [])
            let task = Task(executorPreference: executor) { await subscription.next()?.changes }
            await executor.settle()
            // Nobody is told what happens where it has been.
            try await rooms[0].append(Row(9))
            await executor.settle()
            #expect(shown.demandCount == 1)
            try await rooms[1].append(Row(5))
            #expect(await task.value == ListChanges(insertions: [3]))
        }
    }

    @Test func `without a value the state is empty, before there is one and after`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (selection, rooms) = (Selection(), try Rooms(1))
            let shown = selection.switchToLatest { rooms.find($0) }
            let subscription = await shown.subscribe()
            #expect(subscription.snapshot.isEmpty && rooms.found.value == [])
            let task = Task(executorPreference: executor) { await subscription.next()?.changes }
            await executor.settle()
            selection.hub.publish(ValueSnapshot(0))
            #expect(await task.value == ListChanges(insertions: PositionSet(0..<3)))
            selection.hub.publish(ValueSnapshot())
            #expect(await subscription.next()?.changes == ListChanges(deletions: PositionSet(0..<3)))
            selection.hub.publish(ValueSnapshot(0))
            #expect(await subscription.next()?.after.count == 3)
            #expect(rooms.found.value == [0, 0])
        }
    }

    @Test func `to a source that shows the same nobody is told to go`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (room, rooms) = (Parameter(0), try Rooms(2))
            try await rooms.lists[1].replaceAll(with: rooms.lists[0].snapshot)
            let shown = room.switchToLatest { rooms.find($0) }
            let subscription = await shown.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            room.set(1)
            await executor.settle()
            #expect(rooms.found.value == [0, 1] && shown.demandCount == 1)
            try await rooms.lists[1].append(Row(7))
            #expect(await task.value?.changes == ListChanges(insertions: [3]))
        }
    }

    @Test func `it switches between values, and between sections, as between lists`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (unit, lengths) = (Parameter(false), [Parameter(10), Parameter(4)])
            let length = unit.switchToLatest { lengths[$0 ? 1 : 0] }
            let subscription = await length.subscribe()
            unit.set(true)
            #expect(await subscription.next()?.after.value == 4)
            let rooms = try Rooms(2)
            let sections = unit.switchToLatest { isOther in
                rooms.lists[isOther ? 1 : 0].grouped { $0.id % 2 }
            }
            #expect(await sections.snapshot.count == 2)
        }
    }

    // MARK: What it calls

    @Test(arguments: seeds(10))
    func `the source is asked for once for each change of the value that is seen, by however many`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (room, rooms) = (Parameter(0), try Rooms(5))
            let shown = room.switchToLatest { rooms.find($0) }
            #expect(rooms.found.value == [])
            let tasks = await withTaskGroup(of: Task<Int, Never>.self) { group in
                for _ in 0..<20 {
                    let subscription = await shown.subscribe()
                    group.addTask {
                        Task(executorPreference: executor) { await subscription.next()?.after[0]?.value ?? -1 }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            await executor.settle()
            room.set(0)
            try await rooms.lists[3].append(Row(8))
            await executor.settle()
            #expect(rooms.found.value == [0] && shown.demandCount == 20)
            for value in [1, 2, 0, 3] { room.set(value) }
            for task in tasks { #expect(await task.value == 3) }
            #expect(rooms.found.value == [0, 3] && shown.differencesComputed == 1)
            room.set(1)
            room.set(3)
            _ = await shown.snapshot
            #expect(rooms.found.value == [0, 3])
        }
    }

    @Test func `law 8: the source is asked for off the consumer's actor`() async {
        let result = await #expect(processExitsWith: .failure) { @MainActor in
            let (room, list) = (Parameter(0), try ListSource([Row(1)]))
            let shown = room.switchToLatest { room in
                if room == 1 { MainActor.preconditionIsolated() }
                return list
            }
            _ = await shown.snapshot
            room.set(1)
            for await _ in await shown.subscribe() { break }
        }
        guard case .signal = result?.exitStatus else {
            Issue.record("It threw, or ended otherwise.")
            return
        }
    }

    @Test func `where it has been nothing is compared any more, and of what is shared only what differs`() throws {
        let (ear, count) = (Heard.Ear(), 100_000)
        struct Source: PublishingSource { let hub: SnapshotHub<ListSnapshot<Heard>> }
        var draft = try ListDraft(ear.items(0..<count))
        let first = Source(hub: SnapshotHub(draft.snapshot))
        try draft.update(id: 5000) { $0.value = 1 }
        let second = Source(hub: SnapshotHub(draft.snapshot))
        try SeededExecutor.run(seed: 0) { _ in
            let choice = Parameter(0)
            let shown = choice.switchToLatest { $0 == 0 ? first : second }.filter { $0.id >= 0 }
            #expect(await shown.snapshot.count == count)
            ear.listen()
            choice.set(1)
            first.hub.publish(try ListSnapshot(ear.items(0..<count, value: 2)))
            #expect(await shown.snapshot[5000]?.value == 1)
            #expect(ear.comparisons < 100)
            #expect(first.hub.differencesComputed == 0 && second.hub.differencesComputed == 0)
        }
    }

    // MARK: Again and again

    @Test func `ten thousand times to and fro is as many updates, and leaves nothing behind`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (room, rooms) = (Parameter(0), try Rooms(3))
            let shown = room.switchToLatest { rooms.find($0) }
            let subscription = await shown.map { $0 }.subscribe()
            let updates = Shared(0)
            let task = Task(executorPreference: executor) {
                for await update in subscription {
                    updates.change { $0 += 1 }
                    if update.changes.updates.count != 3 { Issue.record("\(update.changes)") }
                }
            }
            await executor.settle()
            for turn in 1...10_000 {
                room.set(turn % 3)
                await executor.settle()
            }
            #expect(updates.value == 10_000 && rooms.found.value.count == 10_001)
            #expect(room.hub.dependentCount <= 20)
            #expect(rooms.lists.allSatisfy { (0...20).contains($0.hub.dependentCount) })
            task.cancel()
            await task.value
        }
    }
}
