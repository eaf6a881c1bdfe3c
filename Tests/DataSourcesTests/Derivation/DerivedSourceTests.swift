import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// How a derived source is pulled, shared, waited for, cancelled and ended.
struct DerivedSourceTests {
    private typealias Rows = DerivedSource<ListSnapshot<Row>>
    private let followed = Shared<[ListChanges]>([])

    private func spy(_ source: ListSource<Row>, keeps: @escaping @Sendable (Row) -> Bool = { _ in true }) -> Rows {
        DerivedSource(from: source, through: Spy(followed, keeps: keeps))
    }

    // MARK: Pulled and shared

    @Test func `it does nothing while nobody asks, and then follows the net of all that came`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1), Row(2)])
            let derived = spy(source)
            try await source.append(Row(3))
            #expect(followed.value.isEmpty)
            #expect(await derived.snapshot.count == 3)
            for id in 4..<50 { try await source.append(Row(id)) }
            try await source.remove(id: 49)
            #expect(followed.value.count == 1)
            #expect(await derived.snapshot.count == 48)
            #expect(followed.value.last == ListChanges(insertions: PositionSet(3..<48)))
            _ = await (derived.snapshot, derived.subscribe(), derived.snapshot)
            #expect(followed.value.count == 2)
        }
    }

    @Test(arguments: seeds(10))
    func `a hundred subscribers that wait share one following and one difference`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Row(1)])
            let derived = spy(source)
            let tasks = await withTaskGroup(of: Task<Int, Never>.self) { group in
                for _ in 0..<100 {
                    let subscription = await derived.subscribe()
                    group.addTask {
                        Task(executorPreference: executor) { await subscription.next()?.after.count ?? -1 }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            await executor.settle()
            #expect(derived.demandCount == 100 && followed.value.count == 1)
            try await source.append(Row(2))
            for task in tasks { #expect(await task.value == 2) }
            #expect(followed.value.count == 2)
            #expect(derived.differencesComputed == 1)
            // One is the derived source's; a subscriber of the source itself shares it.
            #expect(source.hub.differencesComputed == 2)
        }
    }

    @Test func `of a thousand derived sources a change touches those that are asked`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<100).map { Row($0) })
            let many = (0..<1000).map { number in spy(source) { $0.id % 1000 == number } }
            for derived in many { _ = await derived.snapshot }
            #expect(followed.value.count == 1000)
            try await source.append(Row(100))
            #expect(await many[100].snapshot.count == 1)
            #expect(followed.value.count == 1001)
            #expect(source.hub.differencesComputed == 2)
        }
    }

    // MARK: Waiting

    @Test(arguments: seeds(10))
    func `who waits is not told of what makes no difference here, and is told of what comes after`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Row(2)])
            let derived = spy(source) { $0.id % 2 == 0 }
            let subscriptions = [await derived.subscribe(), await derived.subscribe(), await derived.subscribe()]
            let tasks = subscriptions.map { subscription in
                Task(executorPreference: executor) { await subscription.next()?.changes }
            }
            for id in [3, 5, 7] {
                try await source.append(Row(id))
                await executor.settle()
                #expect(derived.demandCount == 3)
            }
            // One of the three looks for all.
            #expect(followed.value.count == 4)
            try await source.append(Row(4))
            for task in tasks { #expect(await task.value == ListChanges(insertions: [1])) }
        }
    }

    @Test(arguments: seeds(15))
    func `when who was woken to look is cancelled, another one looks`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Row(2)])
            let derived = spy(source) { $0.id % 2 == 0 }
            var tasks: [Task<Int?, Never>] = []
            for _ in 0..<4 {
                let subscription = await derived.subscribe()
                tasks.append(Task(executorPreference: executor) { await subscription.next()?.after.count })
            }
            await executor.settle()
            for (turn, task) in tasks.dropLast().enumerated() {
                // The commit wakes one, which may or may not have run when it is cancelled.
                try await source.append(Row(101 + 2 * turn))
                task.cancel()
                if seed % 2 == 0 { await executor.settle() }
            }
            try await source.append(Row(4))
            #expect(await tasks[3].value == 2)
            for task in tasks.dropLast() { _ = await task.value }
            #expect(derived.demandCount == 0)
        }
    }

    @Test func `what nobody waits for any more leaves nothing behind`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(2)])
            for _ in 0..<1000 {
                let derived = spy(source) { _ in false }
                let subscription = await derived.subscribe()
                let task = Task(executorPreference: executor) { await subscription.next() }
                await executor.settle()
                task.cancel()
                #expect(await task.value == nil)
            }
            #expect(source.hub.dependentCount <= 20)
        }
    }

    // MARK: One moment

    @Test func `law 14: a commit in the midst of a refresh is not seen by half of a diamond`() throws {
        let (hub, ear) = (SnapshotHub<ListSnapshot<Row>>(), Shared(false))
        var draft = try ListDraft([Row(1, 1), Row(2, 2)])
        hub.publish(draft.snapshot)
        let first = draft.snapshot
        try draft.update(id: 1) { $0.value = 7 }
        let second = draft.snapshot
        struct Source: PublishingSource { let hub: SnapshotHub<ListSnapshot<Row>> }
        let source = Source(hub: hub)
        let heard: @Sendable () -> Void = { if ear.value { hub.publish(second) } }
        let (left, right) = (
            DerivedSource(from: source, through: Spy(followed, heard: heard)),
            DerivedSource(from: source, through: Spy(followed, heard: heard))
        )
        let joined = DerivedSource(from: left, right, through: Joined(offset: 100))
        ear.change { $0 = true }
        try SeededExecutor.run(seed: 0) { _ in
            #expect(Array(await joined.snapshot) == Joined.joined(Array(first), Array(first), offset: 100))
            #expect(Array(await joined.snapshot) == Joined.joined(Array(second), Array(second), offset: 100))
        }
    }

    @Test func `law 14: one transaction is one update through a diamond`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<10).map { Row($0) })
            let joined = DerivedSource(from: source.map { $0 }, spy(source), through: Joined(offset: 100))
            let subscription = await joined.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.transaction { list in
                try list.remove(id: 3)
                try list.append(Row(10))
            }
            let update = try #require(await task.value)
            #expect(update.changes.deletions == [3, 13] && update.changes.insertions == [9, 19])
            #expect(subscription.lag == 0)
        }
    }

    // MARK: Ends

    @Test func `law 13: it finishes when all its origins have, once what was left has been seen`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (left, right) = (try ListSource([Row(1)]), try ListSource([Row(2)]))
            let joined = DerivedSource(from: left, right, through: Joined(offset: 100))
            let subscription = await joined.subscribe()
            try await left.append(Row(3))
            await left.finish()
            #expect(await subscription.next()?.after.count == 3)
            let task = Task(executorPreference: executor) {
                var counts: [Int] = []
                for await update in subscription { counts.append(update.after.count) }
                return counts
            }
            await executor.settle()
            try await right.append(Row(4))
            await right.finish()
            #expect(await task.value == [4])
            #expect(await joined.snapshot.count == 4)
            #expect(await joined.subscribe().next() == nil)
        }
    }

    @Test func `law 13: it keeps its origins alive, its subscriptions do not`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            var derived: Rows? = spy(try ListSource([Row(1)]))
            let subscription = try #require(await derived?.subscribe())
            #expect(subscription.snapshot.count == 1)
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            #expect(derived?.demandCount == 1)
            derived = nil
            #expect(await task.value == nil)
        }
    }

    @Test func `a subscription goes on without the derived source that it came from`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1)])
            let subscription = await spy(source).map { Row($0.id, 5) }.subscribe()
            try await source.append(Row(2))
            #expect(await subscription.next()?.after[1] == Row(2, 5))
        }
    }

    @Test func `what is derived from nothing has finished`() async {
        struct Nothing: ManyOperator {
            func apply(_ updates: [Update<ListSnapshot<Row>>?]) -> ListSnapshot<Row> { ListSnapshot() }
        }
        let derived = DerivedSource(from: [], through: Nothing())
        #expect(await derived.subscribe().next() == nil)
    }

    // MARK: Cancelled

    // With every invariant checked, applying so many changes takes minutes.
    #if !DATASOURCES_INTERNAL_CHECKS
    @Test func `a refresh that is cancelled leaves everything as it was`() throws {
        let ear = Heard.Ear()
        let source = try ListSource(ear.items(0..<20_000))
        let derived = source.map { Row($0.id, $0.value) }
        try SeededExecutor.run(seed: 0) { executor in
            let subscription = await derived.subscribe()
            // Nothing is shared between the two states, so that the difference takes long.
            let hub = source.hub
            hub.publish(try ListSnapshot(ear.items(0..<20_000, value: 1)))
            ear.listen()
            let task = Task(executorPreference: executor) { await subscription.next() }
            ear.at(100) { task.cancel() }
            #expect(await task.value == nil)
            #expect(ear.comparisons < 10_000 && source.hub.differencesStopped == 1)
            #expect(await subscription.next()?.changes.updates.count == 20_000)
        }
    }
    #endif
}
