import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What a list makes of the events of a store.
struct FollowedListTests {
    private typealias Orders = FollowedList<Row, Int>
    private typealias Event = RowEvent<Row, Int>

    private struct Refused: RetryableError, Equatable {
        var isRetryable: Bool { false }
    }

    private static let whole: [Event] = [.loading(count: 4), .rows([Row(3), Row(1)]), .rows([Row(2)]), .loaded(at: 5)]

    /// Follows events; returns the error.
    private func follow(_ orders: Orders, _ events: [Event]) async -> (any Error)? {
        do {
            try await orders.follow(AsyncStream(events))
            return nil
        } catch {
            return error
        }
    }

    @Test func `nothing is shown before a whole state has ended, and the status says how far it is`() async {
        let orders = Orders()
        #expect(orders.status.value == .loading(nil) && orders.position.value == nil)
        // A later whole state leaves the one before until it has ended.
        let events = Shared((Self.whole + [.loading(count: nil), .rows([Row(9)])])[...])
        let (statuses, counts) = (Shared<[SourceStatus]>([]), Shared<[Int]>([]))
        let stream = AsyncStream<Event> {
            statuses.change { $0.append(orders.status.value) }
            counts.change { $0.append(orders.snapshot.count) }
            return events.change { $0.popFirst() }
        }
        await #expect(throws: FollowError.self) { try await orders.follow(stream) }
        let loading = [nil, 0, 0.5, 0.75].map { SourceStatus.loading($0) }
        #expect(statuses.value == loading + [.ready, .loading(nil), .loading(nil)])
        #expect(counts.value == [0, 0, 0, 0, 3, 3, 3])
        #expect(orders.snapshot.map(\.id) == [3, 1, 2] && orders.position.value == 5)
        // The sequence has ended, and the store has not.
        #expect((orders.status.value.error as? FollowError)?.code == .disconnected)
    }

    @Test func `without an order new rows come last; with one each has its place`() async {
        let changes: [Event] = [.changes([.upsert(Row(0, 9)), .upsert(Row(1, 5)), .upsert(Row(7, 1))], at: 6)]
        let (arrived, sorted) = (Orders(), Orders(sortedBy: .ascending(\.value).then(.ascending(\.id))))
        for orders in [arrived, sorted] { _ = await follow(orders, Self.whole + changes) }
        #expect(arrived.snapshot.map(\.id) == [3, 1, 2, 0, 7])
        #expect(sorted.snapshot.map(\.id) == [2, 3, 7, 1, 0])
    }

    @Test func `a whole state out of order at one place is sorted, wherever that is`() async {
        for place in 1..<70 {
            var rows = (0..<70).map { Row($0) }
            rows.swapAt(place - 1, place)
            let orders = Orders(sortedBy: .ascending(\.id))
            _ = await follow(orders, [.loading(count: .max), .rows(rows), .loaded(at: 1)])
            #expect(orders.snapshot.map(\.id) == Array(0..<70), "\(place)")
        }
    }

    @Test func `what comes again is skipped`() async {
        let orders = Orders()
        let changes = Event.changes([.upsert(Row(1, 1))], at: 6)
        _ = await follow(orders, Self.whole + [changes, .changes([.delete(id: 1)], at: 7), changes])
        #expect(orders.snapshot.map(\.id) == [3, 2] && orders.position.value == 7)
    }

    @Test func `an event that is not allowed is refused, and the state stays`() async {
        let cases: [[Event]] = [
            [.rows([Row(1)])], [.loaded(at: 1)], [.changes([], at: 1)], [.ready],
            Self.whole + [.rows([Row(9)])], Self.whole + [.loaded(at: 6)],
            Self.whole + [.loading(count: 1), .changes([.delete(id: 1)], at: 6)],
            Self.whole + [.loading(count: 1), .ready],
        ]
        for events in cases {
            let orders = Orders()
            let error = await follow(orders, events)
            #expect((error as? FollowError)?.code == .unexpectedEvent, "\(events)")
            #expect(orders.snapshot.count == (events.count > 2 ? 3 : 0))
            // It can follow another sequence.
            #expect(await follow(orders, Self.whole + [.finished]) == nil)
            #expect(orders.status.value == .finished)
        }
    }

    @Test func `a whole state with a key twice is refused, and the state stays`() async {
        let orders = Orders()
        _ = await follow(orders, Self.whole)
        let error = await follow(
            orders, [.loading(count: 2), .rows([Row(7), Row(8)]), .rows([Row(7)]), .loaded(at: 9)])
        #expect((error as? EditError)?.code == .duplicateItem)
        #expect(orders.snapshot.count == 3 && orders.position.value == 5)
    }

    @Test func `a second sequence at the same time is refused, and disturbs nobody`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let orders = Orders()
            let (events, feed) = AsyncStream.makeStream(of: Event.self)
            let follower = executor.start(name: "follower") { try await orders.follow(events) }
            for event in Self.whole { feed.yield(event) }
            await executor.settle()
            let error = await follow(orders, [.loading(count: nil)])
            #expect((error as? FollowError)?.code == .busy)
            await #expect(throws: FollowError.self) {
                try await orders.run(clock: executor.clock) { _ in AsyncStream([Event.ready]) }
            }
            #expect(orders.status.value == .ready)
            feed.yield(.finished)
            try await follower.value
        }
    }

    @Test func `a lost connection is told and tried again, later each time; progress begins anew`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (orders, clock, calls) = (Orders(), executor.clock, Shared<[Int?]>([]))
            let statuses = Shared<[SourceStatus]>([])
            let reader = executor.start(name: "reader") {
                for await update in orders.status.subscribe() {
                    if case .stale = update.after.value! { statuses.change { $0.append(update.after.value!) } }
                }
            }
            await executor.settle()
            let backoff = Backoff(initial: .milliseconds(10), maximum: .milliseconds(20)) { 1 }
            try await orders.run(backoff: backoff, clock: clock) { position in
                calls.change { $0.append(position) }
                switch calls.value.count {
                case 1...3: throw RowStore.Lost()
                case 4: return AsyncStream(Self.whole)
                default: return AsyncStream([.ready, .finished])
                }
            }
            await reader.value
            #expect(calls.value == [nil, nil, nil, nil, 5])
            let lost = RowStore.Lost()
            let failures = (1...3).map { SourceStatus.stale(FollowFailure(lost, attempts: $0)) }
            #expect(Array(statuses.value.prefix(3)) == failures && statuses.value.count == 4)
            guard case .stale(let last) = statuses.value.last else { return #expect(Bool(false)) }
            #expect(last.attempts == 1 && (last.error as? FollowError)?.code == .disconnected)
            #expect(clock.now.sinceStart == .milliseconds(10 + 20 + 20 + 10))
        }
    }

    @Test func `what another attempt cannot mend is final, and says so`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (orders, clock) = (Orders(), executor.clock)
            await #expect(throws: Refused()) {
                try await orders.run(clock: clock) { _ -> AsyncStream<Event> in throw Refused() }
            }
            #expect(orders.status.value == .failed(FollowFailure(Refused(), attempts: 1)))
            await #expect(throws: EditError.self) {
                try await orders.run(clock: clock) { _ in
                    AsyncStream([Event.loading(count: nil), .rows([Row(1), Row(1)])])
                }
            }
            await #expect(throws: FollowError.self) {
                try await orders.run(clock: clock) { _ in AsyncStream([Event.ready]) }
            }
            #expect(clock.now.sinceStart == .zero)
        }
    }

    @Test func `law 13: a cancelled run ends at once, and says that the state may be old`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (orders, clock) = (Orders(), executor.clock)
            let (events, feed) = AsyncStream.makeStream(of: Event.self)
            let runner = executor.start(name: "runner") {
                try await orders.run(clock: clock) { _ in events }
            }
            for event in Self.whole { feed.yield(event) }
            await executor.settle()
            runner.cancel()
            await #expect(throws: CancellationError.self) { try await runner.value }
            guard case .stale(let failure) = orders.status.value else { return #expect(Bool(false)) }
            #expect(failure.error is CancellationError && orders.snapshot.count == 3)
            let waiting = executor.start(name: "waiting") {
                try await orders.run(clock: clock) { _ -> AsyncStream<Event> in throw RowStore.Lost() }
            }
            try await clock.sleep(for: .nanoseconds(1))
            #expect(orders.status.value == .stale(FollowFailure(RowStore.Lost(), attempts: 1)))
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(orders.status.value.error is CancellationError)
        }
    }

    @Test(arguments: seeds(60))
    func `a sorted list stays sorted, whatever is replaced or inserted`(seed: UInt64) {
        var random = Random(seed: seed)
        let order = ItemOrder<Row>.ascending(\.value)
        var draft = ListDraft<Row>()
        var last = draft.snapshot
        for _ in 0..<80 {
            let row = Row(random.below(25), random.below(6))
            draft.upsert(row, sortedBy: order)
            let rows = draft.snapshot.content
            var expected = last.content.filter { $0.id != row.id }
            let old = last.content.firstIndex { $0.id == row.id }
            if let old, expected.prefix(old).allSatisfy({ $0.value <= row.value }),
                expected.dropFirst(old).allSatisfy({ $0.value >= row.value })
            {
                expected.insert(row, at: old)
            } else {
                expected.insert(row, at: expected.firstIndex { $0.value > row.value } ?? expected.count)
            }
            #expect(rows == expected, "seed \(seed): \(row) into \(last.content)")
            last = draft.snapshot
        }
    }

    @Test func `nothing stays behind`() async throws {
        weak var gone: Orders?
        let subscription: SnapshotSubscription<ListSnapshot<Row>>
        do {
            let orders = Orders()
            _ = await follow(orders, Self.whole)
            subscription = orders.subscribe()
            gone = orders
        }
        #expect(gone == nil)
        #expect(await subscription.next() == nil)
    }
}
