import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The laws as pages keep them: `paged` with and without a remote.
///
/// Lifted: 12 and 16 for loads, which return no version.
/// `page` and `pageCount` are held with the operators, and by `MisbehavingMatchLaws`.
struct PagedLaws {
    /// Loads, resets, displays, edits and cancels at random.
    private static func use(
        _ page: PagedSource<Row>, _ list: ListSource<Row>, seed: UInt64, _ executor: SeededExecutor
    ) async {
        var random = Random(seed: seed)
        for step in 0..<15 {
            let (kind, position, id) = (random.below(8), random.below(40), Int(seed % 100) * 1_000 + 500 + step)
            let call = Task(executorPreference: executor) {
                switch kind {
                case 0: await page.reset()
                case 1: try await page.didShow(position: position)
                case 2: try await list.transaction { try $0.insert(Row(id), at: min(position, $0.count)) }
                case 3: try await list.transaction { if $0.count > position { try $0.remove(at: position) } }
                case 4: try await list.transaction { if $0.count > 1 { try $0.move(from: 0, to: $0.count - 1) } }
                default: try await page.loadMore()
                }
            }
            if random.below(4) == 0 {
                try? await executor.clock.sleep(for: .milliseconds(random.below(12)))
                call.cancel()
            }
            _ = await call.result
        }
    }

    @Test(arguments: seeds(30))
    func `laws 1 to 6, 14 and 16: whoever loads what and edits what, the first items of the list`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let list = try ListSource((0..<20).map { Row($0) })
            let server = PageServer(0..<60, clock: executor.clock)
            server.refuse([2, 3, 5])
            let page =
                seed % 2 == 0 ? list.paged(size: 7) : list.paged(size: 7) { try await server.page($0) }
            let late = await page.subscribe()
            // On two ways: the page, and the list it is of.
            let checked = DerivedSource(from: page, list, through: IsBeginning())
            let watchers = [
                Task(executorPreference: executor) {
                    var last = late.snapshot
                    for await update in await page.subscribe().validating() { last = update.after }
                    return last
                },
                Task(executorPreference: executor) {
                    for await update in await checked.subscribe() {
                        #expect(update.after.value == true, "other items than the list's first, or too few")
                    }
                    return late.snapshot
                },
            ]
            let users = (0..<3).map { number in
                Task(executorPreference: executor) {
                    await Self.use(page, list, seed: seed * 10 + UInt64(number), executor)
                }
            }
            for user in users { await user.value }
            #expect(server.mostAtOnce <= 1)
            let (start, end) = (late.snapshot, await page.snapshot)
            if start != end {
                let update = await late.next()
                #expect(update?.before == start && update?.after == end)
            }
            page.finish()
            await list.finish()
            #expect(await late.next() == nil)
            #expect(await watchers[0].value == end)
            _ = await watchers[1].value
        }
    }

    /// Whether the first list is the beginning of the second.
    private struct IsBeginning: PairOperator {
        private var (page, list) = (ListSnapshot<Row>(), ListSnapshot<Row>())

        mutating func apply(
            _ first: Update<ListSnapshot<Row>>?, _ second: Update<ListSnapshot<Row>>?
        ) -> ValueSnapshot<Bool> {
            if let first { page = first.after }
            if let second { list = second.after }
            return ValueSnapshot(page.elementsEqual(list.prefix(page.count)) && page.count >= min(7, list.count))
        }
    }

    @Test func `law 13: 500 loads that are cancelled, and subscriptions that end, leave nothing`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let list = ListSource<Row>()
            let server = PageServer(0..<1_000_000, clock: executor.clock)
            let page = list.paged(size: 2) { try await server.page($0) }
            for round in 0..<500 {
                let watcher = Task(executorPreference: executor) { await page.subscribe().next() }
                let load = Task(executorPreference: executor) { try await page.loadMore() }
                try await executor.clock.sleep(for: .milliseconds(round % 12))
                load.cancel()
                watcher.cancel()
                _ = await load.result
                _ = await watcher.value
                await page.reset()
            }
            #expect(page.demandCount == 0 && list.hub.demandCount == 0)
            #expect(try await page.loadMore())
        }
    }

    @Test func `laws 5 and 13: items off the pages belong to the list alone; without references the pages end`() throws
    {
        try SeededExecutor.run(seed: 2) { executor in
            let census = Counted.Census()
            var list: ListSource<Counted>? = try ListSource((0..<100).map { census.item($0) })
            var page = list?.paged(size: 10)
            _ = await page?.snapshot
            try await list?.removeAll { _ in true }
            _ = await page?.snapshot
            #expect(census.count == 0)
            let subscription = await page?.subscribe()
            let ended = Task(executorPreference: executor) { await subscription?.next() == nil }
            list = nil
            page = nil
            #expect(await ended.value)
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: ids that contradict themselves trap and hang nothing, also in fetched pages`(seed: UInt64) throws {
        try checkIDs(UnequalID.self, seed)
        try checkIDs(EqualID.self, seed)
        try checkIDs(LyingHashID.self, seed)
        try checkIDs(FlippingID.self, seed)
        try checkIDs(RandomID.self, seed)
        try checkIDs(Double.self, seed)
        try checkIDs(ObjectID.self, seed)
    }

    private func checkIDs<ID: OddID>(_ type: ID.Type, _ seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let whim = Whim(seed: seed)
            let list = ListSource<Odd<ID>>()
            let page = list.paged(size: 5) { request in
                let offset = request.cursor ?? 0
                return Page((0..<5).map { Odd<ID>((offset + $0) % 40, 0, whim) }, next: offset > 60 ? nil : offset + 5)
            }
            var random = Random(seed: seed)
            for _ in 0..<40 {
                switch random.below(5) {
                case 0: await page.reset()
                case 1: try? await page.refresh()
                case 2: _ = try? await page.didShow(position: random.below(50))
                default: _ = try? await page.loadMore()
                }
                for item in list.snapshot where random.below(8) == 0 { item.misbehave(random.below(40)) }
                let snapshot = await page.snapshot
                #expect(snapshot.map { $0 }.count == snapshot.count && snapshot.count <= list.snapshot.count)
            }
        }
    }
}
