import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct PagedTests {
    private static func rows(_ ids: Range<Int>) -> [Row] { ids.map { Row($0) } }

    @Test func `random histories of rows and limits: the first rows, and whether there are more`() throws {
        let status = { (random: inout Random) -> PageStatus? in
            random.below(8) == 0 ? nil : PageStatus(limit: 1 + random.below(12), canFetch: random.below(2) == 0)
        }
        try expectFollowsBoth(seeds: seeds(30)) {
            PageOperator<Row>()
        } value: {
            status(&$0)
        } oracle: { rows, status in
            Array(rows.prefix(status?.limit ?? 0))
        }
        try expectFollowsBoth(seeds: seeds(15)) {
            PagePhaseOperator<Row>()
        } value: {
            status(&$0)
        } oracle: { rows, status in
            status.map { $0.canFetch || rows.count > $0.limit ? .idle : .atEnd }
        }
    }

    @Test func `a page more is one update, until all is shown`() throws {
        try SeededExecutor.run(seed: 0) { _ async throws in
            let source = try ListSource(Self.rows(0..<25))
            let page = source.paged(size: 10)
            let subscription = await page.subscribe()
            #expect(subscription.snapshot.map(\.id) == Array(0..<10))
            #expect(page.shownPages == 1)
            #expect(await page.hasMore)
            #expect(try await page.loadMore())
            #expect(await subscription.next()?.changes == ListChanges(insertions: PositionSet(10..<20)))
            #expect(try await page.loadMore())
            #expect(await subscription.next()?.changes == ListChanges(insertions: PositionSet(20..<25)))
            #expect(page.shownPages == 3)
            #expect(await page.phase == .atEnd)
            #expect(try await !page.loadMore())
            #expect(page.shownPages == 3)
        }
    }

    @Test func `pages follow the source, and there is more again when it grows`() throws {
        try SeededExecutor.run(seed: 0) { _ async throws in
            let source = try ListSource(Self.rows(0..<6))
            let page = source.sorted { $0.id < $1.id }.paged(size: 3)
            let subscription = await page.subscribe()
            try await source.append(Row(-1))
            #expect(await subscription.next()?.after.map(\.id) == [-1, 0, 1])
            try await page.loadMore()
            try await page.loadMore()
            #expect(await subscription.next()?.after.count == 7)
            #expect(await !page.hasMore)
            try await source.append(contentsOf: Self.rows(10..<20))
            #expect(await page.hasMore)
            #expect(await subscription.next()?.after.count == 9)
            await page.reset()
            #expect(page.shownPages == 1)
            #expect(await subscription.next()?.changes == ListChanges(deletions: PositionSet(3..<9)))
        }
    }

    @Test(arguments: seeds(15))
    func `calls that come at once share a page; one after the other they show one each`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let source = try ListSource(Self.rows(0..<100))
            let page = source.paged(size: 10)
            _ = await page.snapshot
            let calls = (0..<5).map { _ in Task(executorPreference: executor) { try await page.loadMore() } }
            for call in calls { #expect(try await call.value) }
            // Whoever began after another had ended shows one more.
            #expect((2...6).contains(page.shownPages))
            let shown = page.shownPages
            try await page.loadMore()
            try await page.loadMore()
            #expect(page.shownPages == shown + 2)
            #expect(await page.snapshot.count == (shown + 2) * 10)
        }
    }

    @Test func `what is displayed near the end brings the next page, what is far from it does not`() throws {
        try SeededExecutor.run(seed: 0) { _ async throws in
            let source = try ListSource(Self.rows(0..<100))
            let page = source.paged(size: 10, prefetchDistance: 2)
            for position in [-5, 0, 6] { #expect(try await !page.didShow(position: position)) }
            #expect(page.shownPages == 1)
            #expect(try await page.didShow(position: 7))
            #expect(page.shownPages == 2)
            #expect(try await !page.didShow(position: 9))
            #expect(try await page.didShow(position: .max))
            #expect(page.shownPages == 3)
            let last = source.paged(size: 10, prefetchDistance: 0)
            #expect(try await !last.didShow(position: 8))
            #expect(try await last.didShow(position: 9))
            let far = source.paged(size: 10, prefetchDistance: 35)
            #expect(try await far.didShow(position: 9))
            #expect(far.shownPages == 5)
            #expect(try await far.didShow(position: 49))
            #expect(try await far.didShow(position: 80))
            #expect(far.shownPages == 10)
            #expect(try await !far.didShow(position: 99))
        }
    }

    @Test func `it ends when the source has finished and it is told to`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let source = try ListSource(Self.rows(0..<30))
            let page = source.paged(size: 10)
            let subscription = await page.subscribe()
            await source.finish()
            try await page.loadMore()
            #expect(await subscription.next()?.after.count == 20)
            page.finish()
            #expect(try await !page.loadMore())
            #expect(await subscription.next() == nil)
        }
    }

    @Test func `it is a source in turn, with its phases beside it`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let source = try ListSource(Self.rows(0..<25))
            let page = source.paged(size: 10)
            let even = page.filter { $0.id % 2 == 0 }
            let phases = Shared<[PagePhase?]>([])
            let task = Task(executorPreference: executor) {
                for await update in page.phases.updates() { phases.change { $0.append(update.after.value) } }
            }
            await executor.settle()
            #expect(await even.snapshot.count == 5)
            try await page.loadMore()
            await executor.settle()
            try await page.loadMore()
            await executor.settle()
            #expect(await even.snapshot.count == 13)
            #expect(phases.value == [.idle, .atEnd])
            task.cancel()
        }
    }
}
