import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension SwitchTests {
    /// Tells when it goes.
    private final class Witness: Sendable {
        let gone: Shared<[Int]>
        let number: Int

        init(_ number: Int, _ gone: Shared<[Int]>) {
            (self.number, self.gone) = (number, gone)
        }

        deinit {
            gone.change { [number] in $0.append(number) }
        }
    }

    /// A source that tells when it goes.
    private final class Watched: PublishingSource {
        let hub: SnapshotHub<ListSnapshot<Row>>
        private let witness: Witness

        init(_ number: Int, _ gone: Shared<[Int]>) throws {
            hub = SnapshotHub(try ListSnapshot([Row(number)]))
            witness = Witness(number, gone)
        }
    }

    // MARK: Ends

    @Test func `law 13: it finishes when the selection has and the source that it follows then`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (room, rooms) = (Parameter(0), try Rooms(2))
            let subscription = await room.switchToLatest { rooms.find($0) }.subscribe()
            let task = Task(executorPreference: executor) {
                var values: [Int] = []
                for await update in subscription {
                    values.append(update.after.count * 10 + (update.after[0]?.value ?? 0))
                }
                return values
            }
            await executor.settle()
            // The source that is followed finishes: there may be others.
            await rooms.lists[0].finish()
            await executor.settle()
            room.set(1)
            await executor.settle()
            try await rooms.lists[1].append(Row(7))
            await executor.settle()
            room.set(0)
            await executor.settle()
            room.set(1)
            room.finish()
            await executor.settle()
            try await rooms.lists[1].append(Row(8))
            await rooms.lists[1].finish()
            #expect(await task.value == [31, 41, 30, 41, 51])
        }
    }

    @Test func `law 13: a selection that ends without a value ends it, and one from nothing too`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (selection, rooms) = (Selection(), try Rooms(1))
            let subscription = await selection.switchToLatest { rooms.find($0) }.subscribe()
            selection.hub.finish()
            #expect(await subscription.next() == nil)
            struct Nothing: ManyOperator {
                func apply(_ updates: [Update<ListSnapshot<Row>>?]) -> ValueSnapshot<Int> { ValueSnapshot() }
            }
            let nothing = DerivedSource(from: [], through: Nothing()).switchToLatest { rooms.find($0) }
            #expect(await nothing.subscribe().next() == nil)
        }
    }

    @Test func `law 13: it keeps its selection and what it follows alive, its subscriptions do not`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let gone = Shared<[Int]>([])
            let watched = Shared<Watched?>(try Watched(1, gone))
            var shown: Rows? = Parameter(1).switchToLatest {
                [watched] _ in
                let found = watched.value
                watched.change { $0 = nil }
                return found!
            }
            let subscription = try #require(await shown?.subscribe())
            #expect(subscription.snapshot.count == 1 && gone.value == [])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            #expect(shown?.demandCount == 1)
            shown = nil
            #expect(await task.value == nil)
            #expect(gone.value == [1])
        }
    }

    @Test(arguments: [false, true])
    func `what it has left is let go of`(isDerived: Bool) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (gone, room) = (Shared<[Int]>([]), Parameter(0))
            let shown = room.switchToLatest { room in
                guard let watched = try? Watched(room, gone) else { preconditionFailure("one row has one id") }
                return isDerived ? watched.map { $0 } as any DerivableSource<ListSnapshot<Row>> : watched
            }
            let subscription = await shown.filter { $0.id >= 0 }.subscribe()
            for next in 1...5 {
                room.set(next)
                #expect(await subscription.next()?.after[0]?.id == next)
                #expect(gone.value == Array(0..<next))
            }
        }
    }

    // MARK: What is left upstream

    @Test func `law 13: who waits while it switches a thousand times leaves little at each root`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (room, rooms) = (Parameter(0), try Rooms(2))
            let (flat, deep) = (room.switchToLatest { rooms.find($0) }, Parameter(0))
            let switches = deep.switchToLatest {
                $0 == 0 ? flat as any DerivableSource<ListSnapshot<Row>> : rooms.lists[1]
            }
            var tasks: [Task<Void, Never>] = []
            for source in [flat, switches, switches.map { $0 }] {
                let subscription = await source.subscribe()
                tasks.append(Task(executorPreference: executor) { for await _ in subscription {} })
            }
            for turn in 0..<1000 {
                room.set(turn % 2)
                if turn % 3 == 0 { deep.set(turn / 3 % 2) }
                await executor.settle()
            }
            for hub in [rooms.lists[0].hub, rooms.lists[1].hub] { #expect(hub.dependentCount <= 20) }
            #expect(room.hub.dependentCount <= 20 && deep.hub.dependentCount <= 20)
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
        }
    }

    // MARK: Cancelled

    @Test func `a switch that is cancelled on its way is made by the next who asks, and nothing is asked for twice`()
        throws
    {
        let ear = Heard.Ear()
        let big = try ListSource(ear.items(0..<20_000))
        try SeededExecutor.run(seed: 0) { executor in
            let (choice, calls, small) = (Parameter(0), Shared(0), try ListSource([Row(1)]))
            let shown = choice.switchToLatest { choice in
                calls.change { $0 += 1 }
                return choice == 0 ? small.map { $0 } : big.map { Row($0.id, $0.value) }
            }
            let subscription = await shown.map { $0 }.subscribe()
            let inner = big.map { Row($0.id) }
            _ = await inner.snapshot
            // What is followed next has much to compare, and stands still half way.
            let hub = big.hub
            hub.publish(try ListSnapshot(ear.items(0..<20_000, value: 1)))
            choice.set(1)
            let follow = Task(executorPreference: executor) { await subscription.next() }
            follow.cancel()
            #expect(await follow.value == nil)
            ear.listen()
            let other = Task(executorPreference: executor) { await inner.snapshot }
            ear.at(100) { other.cancel() }
            _ = await other.value
            // That of the one who was cancelled, and that of the other.
            #expect((1...2).contains(hub.differencesStopped))
            let update = try #require(await subscription.next())
            #expect(update.before.count == 1 && update.after.count == 20_000 && update.after[0]?.value == 1)
            #expect(calls.value == 2 && shown.demandCount == 0)
        }
    }
}
