import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// How sources that are found for items are followed: consistent cuts, progress, and what traps.
struct ItemSourcesTests {
    typealias Rows = DerivedSource<ListSnapshot<Row>>
    typealias Combined = CombinedItem<Row, ListSnapshot<Row>>

    // MARK: One moment

    @Test(arguments: seeds(10))
    func `law 14: a transaction over the items and their sources is one update`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let group = SourceGroup()
            let (base, houses) = (try ListSource([Row(1), Row(2)], in: group), Households(in: group))
            let flat = base.flatMapEach { houses.find($0) }
            // The items are an origin once more below.
            let pairs = flat.joined(with: base, on: \.id.parent, equals: \.id)
            let (rows, below) = (await flat.subscribe(), await pairs.subscribe())
            let tasks = [Task(executorPreference: executor) { await rows.next()?.after.map(\.value) }]
            let joined = Task(executorPreference: executor) { await below.next()?.after.count }
            await executor.settle()
            try await transaction(over: base, houses.list(Row(1)), houses.list(Row(3))) { base, one, three in
                try base.remove(id: 2)
                try base.insert(Row(3), at: 0)
                try one.update(id: 10) { $0.value = 99 }
                try three.remove(id: 30)
            }
            #expect(await tasks[0].value == [Row(31, 3), Row(10, 99), Row(11, 1)])
            #expect(await joined.value == 3)
            #expect(rows.lag == 0 && below.lag == 0)
        }
    }

    @Test(arguments: seeds(10))
    func `law 14: an item that comes with an update of the list that its source is derived from`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let base = try ListSource((0..<6).map { Row($0, $0 % 3) })
            let shown = base.combinedWithEach { row in base.filter { $0.value == row.value } }
            let subscription = await shown.subscribe()
            let task = Task(executorPreference: executor) {
                for await update in subscription {
                    for row in update.after {
                        let mates = update.after.map(\.item).filter { $0.value == row.item.value }
                        if Array(row.snapshot) != mates { Issue.record("seed \(seed), law 14: \(row)") }
                    }
                }
            }
            var random = Random(seed: seed)
            for step in 0..<40 {
                let choice = random.next()
                try await base.transaction { list in
                    var random = Random(seed: choice)
                    for part in 0...random.below(3) { try list.editAtRandom(10 + step * 4 + part, &random) }
                }
                if random.below(3) == 0 { await executor.settle() }
            }
            await base.finish()
            await task.value
            #expect(subscription.lag == 0)
        }
    }

    @Test func `law 14: what is found and has gone beyond the moment shows what it showed then`() throws {
        let (base, source) = (try ListSource([Row(0)]), try ListSource([Row(1, 3)]))
        let (found, other) = (source.map { Row($0.id, $0.value * 2) }, SeededExecutor(seed: 1))
        let second = try ListSnapshot([Row(1, 5), Row(2, 6)])
        let calls = Shared(0)
        let shown = base.combinedWithEach { row in
            calls.change { $0 += 1 }
            if row.id == 1 {
                source.hub.publish(second)
                #expect(throws: Never.self) { try other.run { _ in #expect(await found.snapshot.count == 2) } }
            }
            return row.id == 0 ? source.filter { _ in true } : found
        }
        try SeededExecutor.run(seed: 0) { _ in
            let subscription = await shown.subscribe()
            let before = await found.subscribe()
            try await base.append(Row(1))
            let update = try #require(await subscription.next())
            #expect(update.after.map { Array($0.snapshot) } == [[Row(1, 3)], [Row(1, 6)]] && calls.value == 2)
            #expect(Array(try #require(await before.next()).after) == [Row(1, 10), Row(2, 12)])
            let last = try #require(await subscription.next()).after.map { Array($0.snapshot) }
            #expect(last == [Array(second), [Row(1, 10), Row(2, 12)]] && calls.value == 2)
            #expect(source.hub.pastCount == 0 && found.pastCount == 0)
        }
    }

    @Test func `law 14: what is committed while a source is asked for is not mixed with what was read before`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, list) = (try ListSource([Row(0)]), try ListSource([Row(0, 0)]))
            let shown = base.combinedWithEach { row in
                // First the item, then what its source shows: this is never ahead of the item.
                if row.value < 100 {
                    base.hub.publish(Self.snapshot([Row(0, row.value + 1)]))
                    list.hub.publish(Self.snapshot([Row(0, row.value + 1)]))
                }
                return list.map { Row($0.id, $0.value) }
            }
            for _ in 0..<100 {
                let row = try #require(await shown.snapshot[0])
                let value = try #require(row.snapshot[0]?.value)
                #expect(value == row.item.value || value == row.item.value - 1)
            }
        }
    }

    @Test func `law 14: again and again another source is found that has gone beyond the moment`() throws {
        let (group, other) = (SourceGroup(), SeededExecutor(seed: 1))
        let base = try ListSource([Row(0)], in: group)
        // When an item comes, the row of its origin turns from 0 to 1, in one transaction; and then to 2.
        let origins = try (0..<8).map { _ in try ListSource([Row(0, 0)], in: group) }
        let found = origins.map { $0.map { $0 } }
        let shown = base.combinedWithEach { row in
            let next = row.id + 1
            if next == origins.count { return found[row.id] }
            #expect(throws: Never.self) {
                try other.run { _ in
                    try await transaction(over: base, origins[next]) { base, origin in
                        try base.append(Row(next))
                        try origin.update(id: 0) { $0.value = 1 }
                    }
                    try await origins[row.id].update(id: 0) { $0.value = 2 }
                    #expect(await found[row.id].snapshot[0]?.value == 2)
                }
            }
            return found[row.id]
        }
        try SeededExecutor.run(seed: 0) { _ in
            for source in found { #expect(await source.snapshot[0]?.value == 0) }
            try await origins[0].update(id: 0) { $0.value = 1 }
            for _ in 0..<8 {
                let values = await shown.snapshot.map { $0.snapshot[0]?.value ?? -1 }
                #expect(values.allSatisfy { $0 > 0 }, "law 14: \(values)")
            }
            #expect(await shown.snapshot.count == 8)
        }
    }

    static func snapshot(_ rows: [Row]) -> ListSnapshot<Row> { (try? ListSnapshot(rows)) ?? ListSnapshot() }

    // MARK: Progress

    @Test func `law 6: items that come and go each time their sources are asked for keep nobody waiting`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (base, calls) = (try ListSource([Row(0), Row(1)]), Shared(0))
            let shown = base.combinedWithEach { row in
                calls.change { $0 += 1 }
                let next = calls.value
                if next < 1000 { base.hub.publish(Self.snapshot([Row(next), Row(next + 1)])) }
                return base.map { Row($0.id, row.id) }
            }
            for _ in 0..<100 { #expect(await shown.snapshot.count == 2) }
            // Twice for each request at most.
            #expect(calls.value <= 200)
        }
    }

    @Test(arguments: seeds(20))
    func `who refreshes the rows, their sources and what is below do not wait for each other for ever`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let list = try ListSource((0..<4).map { Row($0) })
            let older = list.map { Row($0.id, 1) }
            let younger = Shared<Rows?>(nil)
            let shown = list.combinedWithEach { $0.id % 2 == 0 ? older : younger.value ?? older }
            let below = shown.map { Row($0.id, $0.snapshot.count) }
            younger.change { $0 = older.map { Row($0.id, 2) }.map { Row($0.id, $0.value + 1) } }
            let found = try #require(younger.value)
            await withTaskGroup(of: Void.self) { group in
                for source in [older, below, found, found.map { $0 }] {
                    for _ in 0..<2 {
                        let subscription = await source.subscribe()
                        group.addTask { for await _ in subscription {} }
                    }
                }
                group.addTask {
                    for turn in 0..<20 {
                        _ = try? await list.append(Row(10 + turn))
                        if turn % 3 == 0 { _ = try? await list.remove(at: 0) }
                        if turn % 4 == 0 { try? await executor.clock.sleep(for: .zero) }
                    }
                    await list.finish()
                }
            }
            #expect(await below.snapshot.allSatisfy { $0.value == 17 })
        }
    }

    @Test func `rows whose sources are cancelled on their way are made by the next who asks, and found once`() throws {
        let ear = Heard.Ear()
        let big = try ListSource(ear.items(0..<20_000))
        try SeededExecutor.run(seed: 0) { executor in
            let (base, calls, small) = (try ListSource([Row(1)]), Shared(0), try ListSource([Row(1)]))
            let shown = base.combinedWithEach { row in
                calls.change { $0 += 1 }
                return row.id == 1 ? small.map { $0 } : big.map { Row($0.id, $0.value) }
            }
            let subscription = await shown.subscribe()
            let inner = big.map { Row($0.id) }
            _ = await inner.snapshot
            let hub = big.hub
            hub.publish(try ListSnapshot(ear.items(0..<20_000, value: 1)))
            try await base.append(Row(2))
            let follow = Task(executorPreference: executor) { await subscription.next() }
            follow.cancel()
            #expect(await follow.value == nil)
            try await base.append(Row(3))
            let update = try #require(await subscription.next())
            #expect(update.before.count == 1 && update.after.map(\.snapshot.count) == [1, 20_000, 20_000])
            #expect(calls.value == 3 && shown.demandCount == 0)
        }
    }

    // MARK: Circles

    @Test(arguments: [false, true])
    func `a row whose source is derived from the rows traps and says where it was made`(isKeyed: Bool) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isKeyed] in
            let (base, list) = (try ListSource([Row(1)]), try ListSource([Row(1)]))
            let itself = Shared<Rows?>(nil)
            let find: @Sendable (Int) -> any DerivableSource<ListSnapshot<Row>> = {
                $0 == 1 ? list.map { $0 } : itself.value!
            }
            let shown = isKeyed ? base.combinedWithEach(by: \.id, find) : base.combinedWithEach { find($0.id) }
            itself.change { $0 = shown.map { Row($0.id) }.filter { _ in true } }
            _ = await shown.snapshot
            try await base.append(Row(2))
            _ = await shown.snapshot
        }
        guard case .signal = result?.exitStatus else {
            Issue.record("It threw, or ended otherwise.")
            return
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #if DEBUG
        #expect(said.contains("the operator at DataSourcesTests/ItemSourcesTests.swift:"))
        #endif
    }

    @Test func `law 8: sources are asked for off the consumer's actor`() async {
        let result = await #expect(processExitsWith: .failure) { @MainActor in
            let (base, list) = (try ListSource([Row(1)]), try ListSource([Row(1)]))
            let shown = base.combinedWithEach { row in
                if row.id == 2 { MainActor.preconditionIsolated() }
                return list
            }
            _ = await shown.snapshot
            try await base.append(Row(2))
            for await _ in await shown.subscribe() { break }
        }
        guard case .signal = result?.exitStatus else {
            Issue.record("It threw, or ended otherwise.")
            return
        }
    }
}
