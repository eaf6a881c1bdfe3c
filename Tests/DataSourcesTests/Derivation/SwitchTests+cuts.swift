import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension SwitchTests {
    /// How many rows there are.
    private struct Count: SnapshotOperator {
        func apply(_ update: Update<ListSnapshot<Row>>) -> ValueSnapshot<Int> { ValueSnapshot(update.after.count) }
    }

    /// Counts how many have gone.
    private final class Going: Sendable {
        let one = 1
        private let gone: Shared<Int>

        init(_ gone: Shared<Int>) {
            self.gone = gone
        }

        deinit {
            gone.change { $0 += 1 }
        }
    }

    // MARK: One moment

    @Test(arguments: seeds(10))
    func `law 14: a transaction over the selection and what is selected is one update`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let group = SourceGroup()
            let chosen = try ListSource([Row(0)], in: group)
            let list = try ListSource([Row(1, 1), Row(2, 2)], in: group)
            let count = DerivedSource(from: chosen, through: Count())
            let shown = count.switchToLatest { count in list.map { Row($0.id, $0.value * count) } }
            // The selection is an origin once more below, and the list twice.
            let joined = DerivedSource(from: shown, list, through: Joined(offset: 100))
            let subscriptions = [await shown.subscribe(), await joined.subscribe(), await joined.subscribe()]
            let tasks = subscriptions.map { subscription in
                Task(executorPreference: executor) { await subscription.next() }
            }
            await executor.settle()
            try await transaction(over: chosen, list) { chosen, list in
                try chosen.append(Row(5))
                try list.update(id: 1) { $0.value = 10 }
                try list.append(Row(3, 3))
            }
            let expected = [Row(1, 20), Row(2, 4), Row(3, 6)]
            let all = expected + [Row(101, 10), Row(102, 2), Row(103, 3)]
            #expect(await tasks[0].value.map { Array($0.after) } == expected)
            #expect(await tasks[1].value.map { Array($0.after) } == all)
            #expect(await tasks[2].value.map { Array($0.after) } == all)
            #expect(subscriptions.allSatisfy { $0.lag == 0 } && shown.differencesComputed <= 2)
        }
    }

    @Test(arguments: seeds(30))
    func `who refreshes the switch, what it follows and what is below do not wait for each other for ever`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (list, choice) = (try ListSource((0..<4).map { Row($0) }), Parameter(0))
            let older = list.map { Row($0.id, 1) }
            let younger = Shared<Rows?>(nil)
            let shown = choice.switchToLatest { $0 == 0 ? older : younger.value ?? older }
            let below = DerivedSource(from: shown, older, through: Joined(offset: 100))
            younger.change { $0 = older.map { Row($0.id, 2) }.map { Row($0.id, $0.value + 1) } }
            let found = try #require(younger.value)
            let last = found.map { $0 }
            await withTaskGroup(of: Void.self) { group in
                for source in [older, shown, below, found, last] {
                    for _ in 0..<2 {
                        let subscription = await source.subscribe()
                        group.addTask { for await _ in subscription {} }
                    }
                }
                group.addTask {
                    for turn in 0..<20 {
                        choice.set(turn % 2)
                        _ = try? await list.append(Row(10 + turn))
                        if turn % 3 == 0 { try? await executor.clock.sleep(for: .zero) }
                    }
                    await list.finish()
                    choice.finish()
                }
            }
            #expect(await below.snapshot.count == 48)
            #expect(await shown.snapshot.allSatisfy { $0.value == 3 })
        }
    }

    @Test(arguments: [1, 2])
    func `law 6: a selection that changes each time it is followed does not keep anybody waiting`(roots: Int) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (choice, calls) = (Parameter(0), Shared(0))
            let lists = try (0..<roots).map { try ListSource([Row($0)]) }
            let shown = choice.switchToLatest { value in
                calls.change { $0 += 1 }
                // It will have changed again by the time that the new source is looked at.
                if calls.value < 1000 { choice.set(value + 1) }
                return lists[value % lists.count].map { Row($0.id, value) }
            }
            for _ in 0..<100 { #expect(await shown.snapshot.count == 1) }
            // Once for each request at most.
            #expect(calls.value <= 100)
        }
    }

    @Test
    func `law 14: what is found and has gone beyond the moment shows what it showed then, and then what it shows`()
        throws
    {
        let (source, choice) = (try ListSource([Row(1, 3)]), Parameter(0))
        let (found, other) = (source.map { Row($0.id, $0.value * 2) }, SeededExecutor(seed: 1))
        let second = try ListSnapshot([Row(1, 5), Row(2, 6)])
        let calls = Shared(0)
        let shown = choice.switchToLatest { choice in
            calls.change { $0 += 1 }
            if choice == 1 {
                source.hub.publish(second)
                #expect(throws: Never.self) { try other.run { _ in #expect(await found.snapshot.count == 2) } }
            }
            return choice == 0 ? source.filter { _ in true } : found
        }
        try SeededExecutor.run(seed: 0) { _ in
            let subscription = await shown.subscribe()
            let before = await found.subscribe()
            choice.set(1)
            let update = try #require(await subscription.next())
            #expect(Array(update.after) == [Row(1, 6)] && calls.value == 2)
            #expect(Array(try #require(await before.next()).after) == [Row(1, 10), Row(2, 12)] && before.lag == 0)
            #expect(
                Array(try #require(await subscription.next()).after) == [Row(1, 10), Row(2, 12)] && calls.value == 2)
            // What was kept for that moment went with it.
            #expect(source.hub.pastCount == 0 && found.pastCount == 0)
        }
    }

    @Test(arguments: [1, 2])
    func `law 14: what is committed while a source is asked for is not mixed with what was read before`(
        roots: Int
    ) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let choice = Parameter(0)
            let lists = try (0..<roots).map { _ in try ListSource([Row(0, 0)]) }
            let shown = choice.switchToLatest { value in
                // First the choice, then the rows: no row is ever ahead of the choice.
                if value < 100 {
                    choice.set(value + 1)
                    for list in lists { list.hub.publish(certain([Row(0, value + 1)])) }
                }
                return lists[value % lists.count].map { Row($0.id, $0.value * 1000 + value) }
            }
            for _ in 0..<100 {
                let (row, choice) = try #require(await shown.snapshot[0]).value.quotientAndRemainder(dividingBy: 1000)
                #expect(row == choice || row == choice - 1)
            }
        }
        @Sendable func certain(_ rows: [Row]) -> ListSnapshot<Row> { (try? ListSnapshot(rows)) ?? ListSnapshot() }
    }

    @Test func `on real threads each state is one of the source that is selected`() async throws {
        let (choice, rooms) = (Parameter(0), try Rooms(4))
        let shown = choice.switchToLatest { choice in
            choice % 2 == 0
                ? rooms.lists[choice % 4] as any DerivableSource<ListSnapshot<Row>>
                : rooms.lists[choice % 4].map { $0 }
        }
        let below = DerivedSource(from: shown, choice, through: Tagged())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let subscription = await (number % 2 == 0 ? shown : below).subscribe()
                    for await update in subscription {
                        let rows = Array(update.after)
                        // Rows of one room, and below, of the one that is chosen.
                        if Set(rows.map(\.value)).count != 1 || rows.count < 3 { Issue.record("law 14: \(rows)") }
                    }
                }
            }
            group.addTask {
                for turn in 0..<2000 {
                    choice.set(turn % 7)
                    if turn % 5 == 0 { _ = try? await rooms.lists[turn % 4].append(Row(100 + turn, turn % 4)) }
                }
                choice.finish()
                for list in rooms.lists { await list.finish() }
            }
        }
        #expect(await below.snapshot.count > 3)
    }

    /// Rows, and one more that says what is chosen.
    private struct Tagged: PairOperator {
        private var (rows, choice) = (ListSnapshot<Row>(), 0)

        mutating func apply(
            _ rows: Update<ListSnapshot<Row>>?, _ choice: Update<ValueSnapshot<Int>>?
        ) -> ListSnapshot<Row> {
            if let rows { self.rows = rows.after }
            if let choice { self.choice = choice.after.value ?? 0 }
            return (try? ListSnapshot(Array(self.rows) + [Row(-1, self.choice % 4)])) ?? ListSnapshot()
        }
    }

    // MARK: Circles

    @Test(arguments: [false, true])
    func `what follows itself traps and says where it was made`(isDetour: Bool) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isDetour] in
            let (choice, list) = (Parameter(0), try ListSource([Row(1)]))
            let (first, second) = (Shared<Rows?>(nil), Shared<Rows?>(nil))
            let shown = choice.switchToLatest { $0 == 0 ? list.map { $0 } : (isDetour ? second : first).value! }
            let other = choice.switchToLatest { _ in shown.map { $0 } }
            first.change { $0 = shown.map { $0 } }
            second.change { $0 = other }
            let below = other.map { $0 }
            _ = await (shown.snapshot, below.snapshot)
            choice.set(1)
            _ = await below.snapshot
        }
        guard case .signal = result?.exitStatus else {
            Issue.record("It threw, or ended otherwise.")
            return
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #if DEBUG
        #expect(said.contains("switchToLatest at DataSourcesTests/SwitchTests+cuts.swift:"))
        #endif
    }

    @Test func `two that follow each other by turns make no circle, and do not keep each other`() throws {
        let gone = Shared(0)
        try SeededExecutor.run(seed: 0) { _ in
            let (choice, list, other) = (Parameter(0), try ListSource([Row(1)]), Shared<Rows?>(nil))
            let witness = Going(gone)
            let first = choice.switchToLatest { [witness] in
                $0 == 0 ? other.value!.map { [witness] in Row($0.id, witness.one) } : list.map { $0 }
            }
            let second = choice.switchToLatest { $0 == 0 ? list.map { $0 } : first.map { Row($0.id, 2) } }
            other.change { $0 = second }
            let both = DerivedSource(from: first, second, through: Joined(offset: 100))
            for turn in 0..<10 {
                choice.set(turn % 2)
                if turn % 4 > 1 { _ = await (second.snapshot, first.snapshot) }
                let expected = turn % 2 == 0 ? [Row(1, 1), Row(101)] : [Row(1), Row(101, 2)]
                #expect(Array(await both.snapshot) == expected)
            }
            choice.set(0)
            _ = await (first.snapshot, second.snapshot)
            choice.set(1)
            _ = await second.snapshot
            other.change { $0 = nil }
        }
        #expect(gone.value == 1)
    }
}
