import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension ItemSourcesTests {
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

        init(_ number: Int, _ gone: Shared<[Int]>) {
            hub = SnapshotHub(ItemSourcesTests.snapshot([Row(number)]))
            witness = Witness(number, gone)
        }
    }

    // MARK: Ends

    @Test func `law 13: it finishes when the items have, and the sources of all that are there`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (base, houses) = (try ListSource([Row(1), Row(2)]), Households())
            let subscription = await base.flatMapEach { houses.find($0) }.subscribe()
            let task = Task(executorPreference: executor) {
                var counts: [Int] = []
                for await update in subscription { counts.append(update.after.count) }
                return counts
            }
            await executor.settle()
            await houses.list(Row(1)).finish()
            await executor.settle()
            try await base.append(Row(3))
            await executor.settle()
            try await base.remove(id: 2)
            await base.finish()
            await executor.settle()
            try await houses.list(Row(3)).append(Row(77))
            await executor.settle()
            try await houses.list(Row(3)).append(Row(78))
            await houses.list(Row(3)).finish()
            #expect(await task.value == [6, 4, 5, 6])
        }
    }

    @Test func `law 13: without items it finishes with the list`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, houses) = (try ListSource([Row(1)]), Households())
            let subscription = await base.combinedWithEach { houses.find($0) }.subscribe()
            try await base.removeAll()
            await base.finish()
            #expect(await subscription.next()?.after.isEmpty == true)
            #expect(await subscription.next() == nil)
        }
    }

    // MARK: Kept and released

    @Test(arguments: [false, true], [false, true])
    func `law 13: a source is kept while its item is there, and then let go of`(isDerived: Bool, isKeyed: Bool) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (gone, base) = (Shared<[Int]>([]), try ListSource([Row(1), Row(2), Row(3)]))
            let find: @Sendable (Int) -> any DerivableSource<ListSnapshot<Row>> = { id in
                let watched = Watched(id, gone)
                return isDerived ? watched.map { $0 } as any DerivableSource<ListSnapshot<Row>> : watched
            }
            let shown = isKeyed ? base.combinedWithEach(by: \.id, find) : base.combinedWithEach { find($0.id) }
            let subscription = await shown.filter { $0.id >= 0 }.subscribe()
            try await base.move(id: 3, to: 0)
            _ = await subscription.next()
            #expect(gone.value == [])
            try await base.remove(id: 2)
            _ = await subscription.next()
            #expect(gone.value == [2])
            // With a key an update keeps the source; without one, this closure makes another.
            try await base.update(id: 1) { $0.value = 5 }
            _ = await subscription.next()
            #expect(gone.value == (isKeyed ? [2] : [2, 1]))
            try await base.removeAll()
            _ = await subscription.next()
            #expect(gone.value.sorted() == (isKeyed ? [1, 2, 3] : [1, 1, 2, 3]))
            try await base.append(Row(4))
            _ = await subscription.next()
            #expect(!gone.value.contains(4))
        }
    }

    @Test func `law 13: the rows keep the items and their sources alive, their subscriptions do not`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let gone = Shared<[Int]>([])
            var shown: DerivedSource<ListSnapshot<Combined>>? = try ListSource([Row(1), Row(2)]).combinedWithEach {
                Watched($0.id, gone)
            }
            let subscription = try #require(await shown?.subscribe())
            #expect(subscription.snapshot.count == 2 && gone.value == [])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            #expect(shown?.demandCount == 1)
            shown = nil
            #expect(await task.value == nil)
            #expect(gone.value.sorted() == [1, 2])
        }
    }

    @Test func `law 5: of a source only what it shows now is retained, and nothing once its item has gone`() throws {
        struct Source: PublishingSource { let hub: SnapshotHub<ListSnapshot<Counted>> }
        let census = Counted.Census()
        try SeededExecutor.run(seed: 0) { _ in
            let base = try ListSource([Row(1), Row(2)])
            let sources = try (0..<3).map { Source(hub: SnapshotHub(try ListSnapshot([census.item($0)]))) }
            let shown = base.combinedWithEach { sources[$0.id] }
            var subscription: SnapshotSubscription<ListSnapshot<CombinedItem<Row, ListSnapshot<Counted>>>>? =
                await shown.subscribe()
            for turn in 0..<10 {
                sources[1].hub.publish(try ListSnapshot((0...turn).map { census.item($0) }))
                _ = await subscription?.next()
                #expect(census.count == turn + 3)
            }
            try await base.remove(id: 1)
            _ = await subscription?.next()
            sources[1].hub.publish(ListSnapshot())
            #expect(census.count == 2)
            try await base.removeAll()
            _ = await subscription?.next()
            for source in sources { source.hub.publish(ListSnapshot()) }
            #expect(census.count == 0)
            subscription = nil
        }
    }

    // MARK: What is left upstream

    @Test func `law 13: a thousand items that come and go leave little at each source`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (base, shared) = (try ListSource([Row(0)]), Parameter(0))
            let list = try ListSource([Row(1)])
            let names = base.combinedWithEach { _ in shared }
            let lists = base.flatMapEach { _ in list }
            var tasks: [Task<Void, Never>] = []
            let (one, two) = (await names.subscribe(), await lists.subscribe())
            tasks.append(Task(executorPreference: executor) { for await _ in one {} })
            tasks.append(Task(executorPreference: executor) { for await _ in two {} })
            for turn in 1...1000 {
                try await base.append(Row(turn))
                if turn > 3 { try await base.remove(at: 0) }
                await executor.settle()
            }
            for count in [shared.hub.dependentCount, list.hub.dependentCount, base.hub.dependentCount] {
                #expect(count <= 40)
            }
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
        }
    }
}
