import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 19: what a list that follows a store shows.
struct FollowedLaws {
    private typealias Orders = FollowedList<Row, Int>

    /// Whether a list shows the rows that the store had at the position.
    private struct IsCommitted: PairOperator {
        let store: RowStore
        private var rows = ListSnapshot<Row>()
        private var position: Int?

        init(_ store: RowStore) {
            self.store = store
        }

        mutating func apply(
            _ rows: Update<ListSnapshot<Row>>?, _ position: Update<ValueSnapshot<Int?>>?
        ) -> ValueSnapshot<Bool> {
            if let rows { self.rows = rows.after }
            if let position { self.position = position.after.value ?? nil }
            return ValueSnapshot(self.rows.content == (self.position.map { store.rows(at: $0) } ?? []))
        }
    }

    /// Whether a list that says that it is ready has a state.
    private struct IsHonest: PairOperator {
        private var position: Int?
        private var status = SourceStatus.loading(nil)

        mutating func apply(
            _ position: Update<ValueSnapshot<Int?>>?, _ status: Update<ValueSnapshot<SourceStatus>>?
        ) -> ValueSnapshot<Bool> {
            if let position { self.position = position.after.value ?? nil }
            if let status { self.status = status.after.value ?? .loading(nil) }
            return ValueSnapshot(self.status != .ready || self.position != nil)
        }
    }

    @Test(arguments: seeds(60))
    func `law 19: only states that were committed, each once and in order, whatever breaks`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            var random = Random(seed: seed)
            let (store, clock) = (RowStore(), executor.clock)
            for _ in 0..<random.below(10) { store.commit(&random) }
            let orders = Orders(sortedBy: RowStore.order)
            let numbers = Shared(Random(seed: seed + 1))
            let runner = executor.start(name: "runner") {
                try await orders.run(backoff: Backoff(initial: .milliseconds(3)), clock: clock) { position in
                    let (seed, count) = numbers.change { ($0.next(), $0.below(25)) }
                    if count == 0 { throw RowStore.Lost() }
                    return store.connect(since: position, seed: seed, breaksAfter: count)
                }
            }
            let shown = executor.start(name: "reader") {
                var positions: [Int] = []
                for await update in orders.position.subscribe() { positions.append((update.after.value ?? nil) ?? -1) }
                return positions
            }
            let states = executor.start(name: "states") {
                var states: [[Row]] = []
                for await update in orders.subscribe().validating() { states.append(update.after.content) }
                return states
            }
            let checks = [
                DerivedSource(from: orders, orders.position, through: IsCommitted(store)),
                DerivedSource(from: orders.position, orders.status, through: IsHonest()),
                DerivedSource(
                    from: orders.position, orders.filter { $0.value > 2 }.sorted(by: RowStore.order).upstreamStatus,
                    through: IsHonest()),
            ].map { derived in
                executor.start(name: "checker") {
                    for await update in derived.updates() {
                        #expect(update.after.value == true, "seed \(seed): not at one cut, or never committed")
                    }
                }
            }
            for _ in 0..<60 {
                try await clock.sleep(for: .milliseconds(random.below(4)))
                store.commit(&random)
            }
            store.finish()
            try await runner.value
            for check in checks { await check.value }
            #expect(orders.snapshot.content == store.rows(at: store.position), "seed \(seed)")
            #expect(orders.status.value == .finished && orders.position.value == store.position)
            let positions = await shown.value
            #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed): \(positions)")
            var rest = 0
            for state in await states.value {
                while rest <= store.position, store.rows(at: rest) != state { rest += 1 }
                #expect(rest <= store.position, "seed \(seed): a state that never was, or out of order")
            }
        }
    }

    @Test func `law 18: one change of a large list is one small update, and what a reload keeps is no change`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let orders = Orders(sortedBy: RowStore.order)
            let rows = (0..<20_000).map { Row($0, $0) }
            let (events, feed) = AsyncStream.makeStream(of: RowStore.Event.self)
            let follower = executor.start(name: "follower") { try await orders.follow(events) }
            feed.yield(.loading(count: 20_000))
            feed.yield(.rows(Array(rows.reversed())))
            feed.yield(.loaded(at: 1))
            #expect(await orders.status.firstValue { $0 == .ready } == .ready)
            #expect(orders.snapshot.content == rows)
            let subscription = orders.subscribe()
            feed.yield(.changes([.upsert(Row(7, 50)), .delete(id: 9), .delete(id: -1), .upsert(Row(8, 8))], at: 2))
            let update = await subscription.next()
            #expect(update?.changes.deletions == [9] && update?.changes.moves.count == 1)
            feed.yield(.loading(count: nil))
            feed.yield(.rows(orders.snapshot.content))
            feed.yield(.loaded(at: 3))
            await orders.position.firstValue { $0 == 3 }
            #expect(subscription.lag == 0)
            feed.yield(.finished)
            try await follower.value
            #expect(await subscription.next() == nil)
        }
    }
}
