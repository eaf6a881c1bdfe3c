import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct AsyncMapTests {
    private typealias Mapped = AsyncMappedSource<Row, Int>

    /// What the function has been called for, and what of it was cancelled.
    private struct Work {
        var begun: [Row] = []
        var cancelled: [Row] = []
        var running = 0
        var most = 0
    }

    private let work = Shared(Work())

    /// Makes ten times the value, after as many milliseconds as the value is.
    private func mapped(_ source: ListSource<Row>, limit: Int = 4, _ clock: VirtualClock) -> Mapped {
        source.asyncMap(limit: limit) { row in
            work.change { work in
                work.begun.append(row)
                work.running += 1
                work.most = max(work.most, work.running)
            }
            defer { work.change { $0.running -= 1 } }
            do {
                try await clock.sleep(for: .milliseconds(row.value))
            } catch {
                work.change { $0.cancelled.append(row) }
            }
            return row.value * 10
        }
    }

    @Test func `values appear as they are ready, in the list's order`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 30), Row(2, 10), Row(3, 20)])
            let mapped = mapped(source, executor.clock)
            let subscription = await mapped.subscribe()
            let run = Task(executorPreference: executor) { await mapped.run() }
            #expect(await subscription.next()?.after.map(\.id) == [2])
            #expect(await subscription.next()?.after.map(\.id) == [2, 3])
            #expect(await mapped.pending == 1)
            #expect(await subscription.next()?.after.map(\.id) == [1, 2, 3])
            await source.finish()
            await run.value
            #expect(await subscription.next() == nil)
            #expect(await mapped.snapshot.map(\.value) == [300, 100, 200])
        }
    }

    @Test func `no more run at once than allowed, first come, first served`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<100).map { Row($0, 5) })
            let mapped = mapped(source, limit: 7, executor.clock)
            await source.finish()
            await mapped.run()
            #expect(work.value.most == 7)
            #expect(Set(work.value.begun.prefix(7).map(\.id)) == Set(0..<7))
            #expect(Set(work.value.begun.prefix(70).map(\.id)) == Set(0..<70))
            #expect(await mapped.snapshot.count == 100)
        }
    }

    @Test func `work on what goes is cancelled, and what goes does not come back`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 10), Row(2, 1000)])
            let mapped = mapped(source, executor.clock)
            let subscription = await mapped.subscribe()
            let run = Task(executorPreference: executor) { await mapped.run() }
            #expect(await subscription.next()?.after.map(\.id) == [1])
            try await source.removeAll { _ in true }
            #expect(await mapped.snapshot.isEmpty)
            await executor.settle()
            #expect(work.value.cancelled == [Row(2, 1000)])
            await source.finish()
            await run.value
            #expect(await subscription.next()?.after.isEmpty == true)
            #expect(await subscription.next() == nil)
        }
    }

    @Test
    func `an item that changes keeps its value until the new one is there; the old one's is dropped, however late`()
        throws
    {
        try SeededExecutor.run(seed: 0) { executor in
            let clock = executor.clock
            let source = try ListSource([Row(1, 5)])
            // Heeds no cancellation: what it makes of 50 comes long after what it makes of 20.
            let mapped = source.asyncMap { row in
                let due = clock.now.advanced(by: .milliseconds(row.value))
                while clock.now < due {
                    _ = await Task(executorPreference: executor) { try? await clock.sleep(until: due) }.value
                }
                return row.value
            }
            let subscription = await mapped.subscribe()
            let run = Task(executorPreference: executor) { await mapped.run() }
            #expect(await subscription.next()?.after.first?.value == 5)
            try await source.update(id: 1) { $0.value = 50 }
            try await clock.sleep(for: .milliseconds(1))
            try await source.update(id: 1) { $0.value = 20 }
            #expect(await mapped.snapshot.first?.value == 5)
            #expect(await subscription.next()?.after.first?.value == 20)
            try await clock.sleep(for: .milliseconds(100))
            #expect(await mapped.snapshot.first?.value == 20)
            run.cancel()
            await run.value
        }
    }

    @Test func `what has no value does not appear, and goes when it has none any more`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 1), Row(2, 2), Row(3, 3)])
            let mapped = source.asyncMap { $0.value % 2 == 0 ? nil : $0.value }
            let run = Task(executorPreference: executor) { await mapped.run() }
            await executor.settle()
            #expect(await mapped.snapshot.map(\.id) == [1, 3])
            try await source.update(id: 3) { $0.value = 4 }
            await executor.settle()
            #expect(await mapped.snapshot.map(\.id) == [1])
            run.cancel()
            await run.value
        }
    }

    @Test func `a run that is cancelled is gone on with by the next`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((1...6).map { Row($0, $0) })
            let mapped = mapped(source, limit: 1, executor.clock)
            let run = Task(executorPreference: executor) { await mapped.run() }
            try await executor.clock.sleep(for: .milliseconds(8))
            run.cancel()
            await run.value
            #expect(await mapped.snapshot.map(\.id) == [1, 2, 3])
            #expect(await mapped.pending == 3)
            try await source.remove(id: 1)
            #expect(await mapped.snapshot.map(\.id) == [2, 3])
            await source.finish()
            // Two at once: one works, the other one finds everything done.
            async let first: Void = mapped.run()
            async let second: Void = mapped.run()
            _ = await (first, second)
            #expect(await mapped.snapshot.map(\.value) == [20, 30, 40, 50, 60])
            #expect(work.value.most == 1)
            #expect(work.value.begun.filter { $0.id == 2 }.count == 1)
        }
    }

    @Test(arguments: seeds(15))
    func `law 14: random edits: never what is gone, always in order, and in the end everything`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            let mapped = mapped(source, limit: 3, executor.clock)
            let witness = DerivedSource(from: source, mapped, through: Witness())
            let subscription = await witness.subscribe()
            let run = Task(executorPreference: executor) { await mapped.run() }
            let watch = Task(executorPreference: executor) {
                for await update in subscription { #expect(update.after.isEmpty, "seed \(seed): \(update.after)") }
            }
            var history = RowListHistory(seed: seed)
            var random = Random(seed: seed)
            for _ in 0..<30 {
                try history.edit()
                try await source.replaceAll(with: history.snapshot)
                try await executor.clock.sleep(for: .milliseconds(random.below(9)))
            }
            await source.finish()
            await run.value
            await watch.value
            #expect(await mapped.snapshot.map(\.value) == history.snapshot.map { $0.value * 10 }, "seed \(seed)")
            #expect(work.value.most <= 3)
        }
    }

    /// Lists what of the second list is not in the first, or not in its order.
    private struct Witness: PairOperator {
        private var items = ListSnapshot<Row>()
        private var values = ListSnapshot<Keyed<Int, Int>>()

        mutating func apply(
            _ first: Update<ListSnapshot<Row>>?,
            _ second: Update<ListSnapshot<Keyed<Int, Int>>>?
        ) -> ListSnapshot<Row> {
            items = first?.after ?? items
            values = second?.after ?? values
            let ids = Set(values.map(\.id))
            let expected = items.map(\.id).filter(ids.contains)
            if expected == values.map(\.id) { return ListSnapshot() }
            return (try? ListSnapshot(values.map { Row($0.id) })) ?? ListSnapshot()
        }
    }

    @Test func `an item is computed again on demand, and keeps its result until then`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 10), Row(2, 20)])
            let factor = Shared(1)
            let mapped = source.asyncMap { row in
                let factor = factor.value
                try? await executor.clock.sleep(for: .milliseconds(row.value))
                return row.value * factor
            }
            let run = executor.start { await mapped.run() }
            try await executor.clock.sleep(for: .seconds(1))
            let subscription = await mapped.subscribe()
            #expect(subscription.snapshot.map(\.value) == [10, 20])

            factor.change { $0 = 2 }
            #expect(await mapped.rerun(id: 2))
            #expect(await mapped.rerun(id: 7) == false)
            #expect(await mapped.snapshot.map(\.value) == [10, 20])
            #expect(await subscription.next()?.after.map(\.value) == [10, 40])
            #expect(await mapped.rerun { $0.value < 20 } == 1)
            #expect(await subscription.next()?.after.map(\.value) == [20, 40])
            // Equal results are no update.
            #expect(await mapped.rerunAll() == 2)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await mapped.pending == 0)
            #expect(subscription.lag == 0)
            await source.finish()
            await run.value
            #expect(await mapped.rerunAll() == 0)
            #expect(await mapped.pending == 0)
        }
    }

    @Test(arguments: seeds(30))
    func `reruns while it runs and while it does not, in any order, leave the newest result`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<6).map { Row($0, $0) })
            let factor = Shared(0)
            let mapped = source.asyncMap(limit: 2) { row in
                let factor = factor.value
                try? await executor.clock.sleep(for: .milliseconds(row.value))
                return factor
            }
            var run = executor.start { await mapped.run() }
            for round in 1...5 {
                factor.change { $0 = round }
                if round == 3 {
                    run.cancel()
                    run = executor.start { await mapped.run() }
                }
                async let some = mapped.rerun { $0.id % 2 == 0 }
                async let all = mapped.rerunAll()
                _ = await (some, all)
                try await executor.clock.sleep(for: .milliseconds(round))
            }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await mapped.snapshot.map(\.value) == Array(repeating: 5, count: 6))
            await source.finish()
            await run.value
        }
    }
}
