import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The laws as asynchronous maps keep them.
///
/// Lifted: 6 (only `run()` makes results) and 14 (the results of what one
/// transaction brings come one by one).
struct AsyncMapLaws {
    private typealias Mapped = AsyncMappedSource<Row, Int>

    @Test(arguments: seeds(30))
    func `laws 1 to 5, 10 and 16: whoever edits, reruns, cancels the run or is slow`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (source, clock) = (try ListSource((0..<6).map { Row($0, $0) }), executor.clock)
            let mapped: Mapped = source.asyncMap(limit: 3) { row in
                try? await clock.sleep(for: .milliseconds(row.value % 7))
                return row.value % 5 == 4 ? nil : row.value * 10
            }
            let late = await mapped.subscribe()
            let watchers = (0..<2).map { number in
                Task(executorPreference: executor) {
                    let subscription = await mapped.subscribe()
                    var last = subscription.snapshot
                    for await update in subscription.validating() {
                        last = update.after
                        if number > 0 { try? await clock.sleep(for: .milliseconds(3)) }
                    }
                    return last
                }
            }
            let writer = Task(executorPreference: executor) {
                var random = Random(seed: seed)
                for step in 0..<30 {
                    let edits = (0..<3).map { _ in (random.below(4), random.below(12), random.below(20)) }
                    try await source.transaction { draft in
                        for (kind, id, value) in edits {
                            switch kind {
                            case 0: if draft.contains(id: id) { try draft.remove(id: id) }
                            case 1: if draft.count > 1 { try draft.move(from: 0, to: draft.count - 1) }
                            default: draft.upsert(Row(id, value))
                            }
                        }
                    }
                    if step % 10 == 9 { await mapped.rerunAll() }
                    try await clock.sleep(for: .milliseconds(random.below(5)))
                }
            }
            for round in 0..<4 {
                let run = Task(executorPreference: executor) { await mapped.run() }
                try await clock.sleep(for: .milliseconds(round * 7))
                run.cancel()
                await run.value
            }
            let run = Task(executorPreference: executor) { await mapped.run() }
            try await writer.value
            await source.finish()
            await run.value
            let end = await mapped.snapshot
            let expected = source.snapshot.filter { $0.value % 5 != 4 }
            #expect(end.map(\.id) == expected.map(\.id) && end.map(\.value) == expected.map { $0.value * 10 })
            let start = late.snapshot
            if start != end {
                let update = await late.next()
                #expect(update?.before == start && update?.after == end)
            }
            #expect(await late.next() == nil)
            for watcher in watchers { #expect(await watcher.value == end) }
        }
    }

    @Test(arguments: seeds(20))
    func `law 14: on two ways with the list, every result is that of an item there, in the list's order`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let (source, clock) = (try ListSource((0..<6).map { Row($0, $0) }), executor.clock)
            let mapped: Mapped = source.asyncMap { row in
                try? await clock.sleep(for: .milliseconds(row.value % 7))
                return row.value
            }
            let checked = DerivedSource(from: mapped, source, through: IsOfList())
            let watcher = Task(executorPreference: executor) {
                for await update in await checked.subscribe() { #expect(update.after.value == true) }
            }
            let run = Task(executorPreference: executor) { await mapped.run() }
            var random = Random(seed: seed)
            for step in 0..<30 {
                let (id, other) = (random.below(10), random.below(10))
                try await source.transaction { draft in
                    if draft.contains(id: id) { try draft.remove(id: id) }
                    draft.upsert(Row(other, step))
                    if draft.count > 1 { try draft.move(from: draft.count - 1, to: 0) }
                }
                try await clock.sleep(for: .milliseconds(random.below(6)))
            }
            await source.finish()
            await run.value
            await watcher.value
        }
    }

    /// Whether the ids of the results are in the list, in its order.
    private struct IsOfList: PairOperator {
        private var (results, list) = (ListSnapshot<Keyed<Int, Int>>(), ListSnapshot<Row>())

        mutating func apply(
            _ first: Update<ListSnapshot<Keyed<Int, Int>>>?, _ second: Update<ListSnapshot<Row>>?
        ) -> ValueSnapshot<Bool> {
            if let first { results = first.after }
            if let second { list = second.after }
            let ids = Set(results.map(\.id))
            return ValueSnapshot(results.map(\.id) == list.map(\.id).filter(ids.contains))
        }
    }

    @Test func `law 14 is lifted for results: those of one transaction come one by one, when they are ready`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (source, clock) = (ListSource<Row>(), executor.clock)
            let mapped: Mapped = source.asyncMap { row in
                try? await clock.sleep(for: .milliseconds(row.value))
                return row.value
            }
            let run = Task(executorPreference: executor) { await mapped.run() }
            let counts = Task(executorPreference: executor) {
                var counts: [Int] = []
                for await update in await mapped.subscribe() { counts.append(update.after.count) }
                return counts
            }
            try await source.append(contentsOf: [Row(1, 30), Row(2, 10), Row(3, 20)])
            await source.finish()
            await run.value
            #expect(await counts.value == [1, 2, 3])
        }
    }

    @Test func `law 6: a call that never returns delays no other item, no commit and no subscriber`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let (source, latch) = (try ListSource([Row(0, 0)]), Latch())
            let mapped: Mapped = source.asyncMap(limit: 2) { row in
                if row.id == 0 { await latch.wait() }
                return row.value
            }
            let subscription = await mapped.subscribe()
            let run = Task(executorPreference: executor) { await mapped.run() }
            for id in 1...50 {
                try await source.append(Row(id, id))
                #expect(await subscription.next()?.after.count == id)
            }
            latch.open()
            #expect(await subscription.next()?.after.count == 51)
            run.cancel()
            await run.value
        }
    }

    @Test(arguments: seeds(20))
    func `law 13: reruns at the end run at once, and what is promised is computed before the run ends`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let (source, clock) = (try ListSource((0..<6).map { Row($0, $0) }), executor.clock)
            let (round, running) = (Shared(0), Shared(0))
            let mapped: Mapped = source.asyncMap(limit: 6) { row in
                let number = round.value
                running.change { $0 += 1 }
                defer { running.change { $0 -= 1 } }
                try? await clock.sleep(for: .milliseconds(number == 0 && row.id == 0 ? 40 : 2))
                return number
            }
            let run = executor.start { await mapped.run() }
            await source.finish()
            try await clock.sleep(for: .milliseconds(20))
            // Five are done, and the last one is at work.
            #expect(await mapped.pending == 1)
            round.change { $0 = 1 }
            #expect(await mapped.rerunAll() == 6)
            try await clock.sleep(for: .milliseconds(1))
            #expect(running.value == 6)
            // Around the moment at which the last one ends.
            var promised = 1
            for number in 2..<30 {
                try await clock.sleep(for: .milliseconds(number == 2 ? 1 : 2))
                round.change { $0 = number }
                if await !mapped.rerun(id: 3) { break }
                promised = number
            }
            await run.value
            #expect(await mapped.pending == 0)
            #expect(await mapped.snapshot[3]?.value == promised)
        }
    }

    @Test(arguments: 0..<40)
    func `law 13: a run that is cancelled at any step leaves no call, and the next one goes on`(step: Int) throws {
        try SeededExecutor.run(seed: UInt64(step)) { executor in
            let (source, clock) = (try ListSource((0..<5).map { Row($0, $0) }), executor.clock)
            let running = Shared(0)
            let mapped: Mapped = source.asyncMap(limit: 2) { row in
                running.change { $0 += 1 }
                defer { running.change { $0 -= 1 } }
                try? await clock.sleep(for: .milliseconds(1))
                return row.value
            }
            let run = Task(executorPreference: executor) { await mapped.run() }
            executor.cancel(run, atStep: executor.steps + step * 3)
            await run.value
            #expect(running.value == 0)
            await source.finish()
            await mapped.run()
            #expect(await mapped.snapshot.count == 5)
        }
    }

    @Test func `laws 5 and 13: what goes is released; without references it ends`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let census = Counted.Census()
            var source: ListSource<Counted>? = try ListSource((0..<50).map { census.item($0) })
            var mapped = source?.asyncMap { item in item.id }
            let run = Task(executorPreference: executor) { [mapped] in await mapped?.run() }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await mapped?.snapshot.count == 50)
            try await source?.removeAll { _ in true }
            #expect(await mapped?.snapshot.isEmpty == true)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(census.count == 0)
            run.cancel()
            await run.value
            let subscription = await mapped?.subscribe()
            let ended = Task(executorPreference: executor) { await subscription?.next() == nil }
            source = nil
            mapped = nil
            #expect(await ended.value)
        }
    }
}
