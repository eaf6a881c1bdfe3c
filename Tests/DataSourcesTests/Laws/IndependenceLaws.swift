import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 6: one subscriber's executor, priority, cancellation or slowness never delays another.
///
/// The tasks of some subscribers prefer a second executor, on the same thread, which stands still while the first one
/// runs: if anybody waited for them, the first one would report a deadlock.
struct IndependenceLaws {
    private typealias Rows = DerivedSource<ListSnapshot<Row>>

    /// Starts a task that follows a subscription on an executor, and lets it run until it waits; then it stands still.
    private func stall(
        _ subscription: SnapshotSubscription<ListSnapshot<Row>>, _ counts: Shared<[Int]>, _ busy: SeededExecutor
    )
        throws
    {
        try busy.run { busy in
            busy.start { for await update in subscription { counts.change { $0.append(update.after.count) } } }
            await busy.settle()
        }
    }

    @Test(arguments: [0, 1, 3])
    func `law 6: subscribers whose executor is busy do not delay others of the same derived source`(before: Int) throws
    {
        let (busy, counts) = (SeededExecutor(seed: 1), Shared<[Int]>([]))
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1)])
            let derived = source.map { $0 }.filter { _ in true }
            for _ in 0..<before { try stall(await derived.subscribe(), counts, busy) }
            let subscription = await derived.subscribe()
            let task = Task(executorPreference: executor) {
                var counts: [Int] = []
                for await update in subscription { counts.append(update.after.count) }
                return counts
            }
            await executor.settle()
            try stall(await derived.subscribe(), counts, busy)
            for id in 2..<10 {
                try await source.append(Row(id))
                await executor.settle()
                #expect(subscription.snapshot.count == id && subscription.lag == 0)
            }
            await source.finish()
            #expect(await task.value == Array(2..<10))
            #expect(counts.value == [])
        }
        try busy.run { await $0.settle() }
        #expect(counts.value == Array(repeating: 9, count: before + 1))
    }

    @Test func `law 6: a subscriber whose executor is busy does not keep the time for others`() throws {
        let (busy, counts) = (SeededExecutor(seed: 1), Shared<[Int]>([]))
        try SeededExecutor.run(seed: 0) { executor in
            let (clock, start) = (executor.clock, executor.clock.now)
            let source = try ListSource((1...4).map { Row($0, $0 * 10) })
            let living = source.expiring(at: { start.advanced(by: .milliseconds($0.value)) }, clock: clock)
            try stall(await living.subscribe(), counts, busy)
            let subscription = await living.filter { _ in true }.subscribe()
            for count in [3, 2, 1, 0] {
                #expect(await subscription.next()?.after.count == count)
                #expect(start.duration(to: clock.now) == .milliseconds(10 * (4 - count)))
            }
            #expect(counts.value == [])
        }
        try busy.run { await $0.settle() }
        #expect(counts.value == [0])
    }

    @Test(arguments: [false, true])
    func `law 6: of several tasks that ask one subscription, one whose executor is busy does not delay others`(
        isDerived: Bool
    ) throws {
        let (busy, counts) = (SeededExecutor(seed: 1), Shared<[Int]>([]))
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1)])
            let subscription = isDerived ? await source.map { $0 }.subscribe() : source.subscribe()
            let first = Task(executorPreference: executor) { await subscription.next()?.after.count }
            await executor.settle()
            // It queues second, and is woken when the first one has its update, but cannot run.
            try stall(subscription, counts, busy)
            let third = Task(executorPreference: executor) { await subscription.next()?.after.count }
            await executor.settle()
            try await source.append(Row(2))
            #expect(await first.value == 2)
            try await source.append(Row(3))
            #expect(await third.value == 3)
            try await source.append(Row(4))
            #expect(await subscription.next()?.after.count == 4)
            #expect(counts.value == [])
            try await source.append(Row(5))
            await source.finish()
        }
        try busy.run { await $0.settle() }
        #expect(counts.value == [5])
    }

    @Test func `law 6: a refresh that waits for another one, and then cannot run, delays nobody and keeps little`()
        throws
    {
        let (busy, seen) = (SeededExecutor(seed: 1), Shared<[Int]>([]))
        let derived = Shared<Rows?>(nil)
        let isFirst = Shared(true)
        let source = try ListSource([Row(1)])
        let spy = DerivedSource(
            from: source,
            through: Spy(
                Shared([]),
                heard: {
                    guard
                        isFirst.change({ isFirst in
                            defer { isFirst = false }; return isFirst
                        })
                    else { return }
                    #expect(throws: Never.self) {
                        try busy.run { busy in
                            busy.start {
                                let count = await derived.value!.snapshot.count
                                seen.change { $0.append(count) }
                            }
                            await busy.settle()
                        }
                    }
                }))
        derived.change { $0 = spy.map { $0 } }
        try SeededExecutor.run(seed: 0) { _ in
            #expect(await spy.snapshot.count == 1)
            for id in 2..<50 {
                try await source.append(Row(id))
                #expect(await derived.value?.snapshot.count == id)
                #expect(source.hub.pastCount <= 1 && spy.pastCount <= 1)
            }
            #expect(seen.value == [])
        }
        try busy.run { await $0.settle() }
        #expect(seen.value == [49])
        #expect(source.hub.pastCount == 0 && spy.pastCount == 0)
        derived.change { $0 = nil }
    }

    @Test(arguments: seeds(10))
    func `law 6: of those that wait on one executor, one with the highest priority looks`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let priorities = Shared<[TaskPriority]>([])
            let source = try ListSource([Row(1)])
            let derived = source.filter { _ in
                priorities.change { $0.append(Task.currentPriority) }
                return true
            }
            var tasks: [Task<Int?, Never>] = []
            for priority in [TaskPriority.background, .utility, .high, .medium] {
                let subscription = await derived.subscribe()
                tasks.append(
                    Task(executorPreference: executor, priority: priority) { await subscription.next()?.after.count })
                await executor.settle()
            }
            priorities.change { $0 = [] }
            try await source.append(Row(2))
            await executor.settle()
            #expect(priorities.value == [.high])
            for task in tasks { #expect(await task.value == 2) }
        }
    }

    /// Passes values on, and tells when it does.
    private struct Passing: SnapshotOperator {
        private let heard: @Sendable () -> Void

        init(_ heard: @escaping @Sendable () -> Void) {
            self.heard = heard
        }

        func apply(_ update: Update<ValueSnapshot<Int>>) -> ValueSnapshot<Int> {
            heard()
            return update.after
        }
    }

    // MARK: Selections that change faster than they are followed

    @Test func `law 6: a selection that changes at every opportunity is followed, with one source for each request`()
        async throws
    {
        // In a process of its own: a refresh also stops at cuts that other tests register for all hubs of the process.
        await #expect(processExitsWith: .success) {
            let (choice, calls) = (Parameter(0), Shared(0))
            let list = try ListSource([Row(1)])
            let changes: @Sendable () -> Void = { choice.set(choice.value + 1) }
            // It changes while a source is looked for, and while what was found is built, compared and followed.
            let shown = DerivedSource(from: choice, through: Passing(changes)).switchToLatest { value in
                calls.change { $0 += 1 }
                changes()
                return list.map { row in
                    changes()
                    return Row(row.id, value)
                }
            }.map { row in
                changes()
                return row
            }
            try SeededExecutor.run(seed: 0) { executor in
                let subscription = await shown.subscribe()
                #expect(subscription.snapshot.count == 1 && calls.value == 1)
                var last = subscription.snapshot[0]?.value ?? -1
                for request in 1...100 {
                    let value = try #require(await subscription.next()).after[0]?.value ?? -1
                    #expect(value > last && calls.value <= request + 1)
                    last = value
                }
            }
        }
    }

    @Test func `law 6: switches in switches that change at every opportunity ask once each for each request`() throws {
        let (outer, inner) = (Parameter(0), Parameter(0))
        let calls = Shared([0, 0])
        let lists = try (0..<3).map { try ListSource([Row($0)]) }
        let changes: @Sendable () -> Void = {
            inner.set(inner.value + 1)
            outer.set(outer.value + 1)
            lists[outer.value % 3].hub.publish((try? ListSnapshot([Row(0, outer.value)])) ?? ListSnapshot())
        }
        let below = inner.switchToLatest { value in
            calls.change { $0[0] += 1 }
            changes()
            return lists[value % 3].map { Row($0.id, $0.value * 1000 + value) }
        }
        let shown = outer.switchToLatest { value in
            calls.change { $0[1] += 1 }
            changes()
            return value % 2 == 0 ? below : below.map { Row($0.id, -$0.value) }
        }
        try SeededExecutor.run(seed: 0) { _ in
            for request in 1...200 {
                #expect(await shown.snapshot.count == 1)
                // And once more when one of the lists, which change meanwhile, is found for the first time.
                #expect(calls.value[0] <= request + lists.count && calls.value[1] <= request + lists.count)
            }
        }
    }

    @Test func `law 6: on real threads, a selection that is set without end is followed`() async throws {
        let (choice, isOver) = (Parameter(0), Shared(false))
        let list = try ListSource((0..<100).map { Row($0) })
        let shown = choice.switchToLatest { value in list.map { Row($0.id, value) } }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { while !isOver.value { choice.set(choice.value + 1) } }
            let subscription = await shown.subscribe()
            for _ in 0..<100 { #expect(await subscription.next() != nil) }
            isOver.change { $0 = true }
        }
    }

    // MARK: Costs

    @Test(arguments: [1, 2, 1000, 20_000])
    func `a change in one of many sources is brought below by reading that one`(count: Int) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let sources = try (0..<count).map { try ListSource([Row($0)]) }
            let merged = DerivedSource(merging: sources)
            #expect(await merged.snapshot.count == count && merged.inputsRead == count)
            let parts = CompositeSource(of: sources.prefix(1000).map { $0.grouped { $0.value } })
            #expect(await parts.snapshot.itemCount == min(count, 1000))
            let subscription = await merged.subscribe()
            for turn in 1...10 {
                let (first, second) = (turn * 7919 % count, turn * 104_729 % count)
                try await sources[first].update(id: first) { $0.value = turn }
                try await sources[second].update(id: second) { $0.value = -turn }
                let (before, beforeParts) = (merged.inputsRead, parts.inputsRead)
                let changed = Set([first, second])
                #expect(await subscription.next()?.changes.updates.count == changed.count)
                #expect(merged.inputsRead - before == changed.count)
                _ = await parts.snapshot
                #expect(parts.inputsRead - beforeParts == changed.count { $0 < 1000 })
            }
        }
    }
}
