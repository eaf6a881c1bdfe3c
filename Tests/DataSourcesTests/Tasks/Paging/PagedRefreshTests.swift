import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Fetching what is shown anew.
struct PagedRefreshTests {
    private static func ids(_ page: PagedSource<Row>) async -> [Int] { await page.snapshot.map(\.id) }

    @Test(arguments: seeds(40))
    func `what is shown after a refresh is the beginning of the remote, and then loading goes on`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            var random = Random(seed: seed)
            let (size, pages) = (1 + random.below(6), random.below(5))
            let changes = random.below(20)
            let (remote, list) = (PageServer(0..<20, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: size, fetch: remote.page)
            for _ in 0..<pages { try await page.loadMore() }
            let shown = page.shownPages * size
            for number in 0..<changes {
                var rows = remote.rows
                switch random.below(3) {
                case 0: rows.insert(Row(100 + number), at: random.below(rows.count))
                case 1 where rows.count > 1: rows.remove(at: random.below(rows.count))
                default: rows[random.below(rows.count)].value += 1
                }
                remote.rows = rows
            }
            try await list.insert(Row(-1), at: 0)
            let subscription = await page.subscribe()
            try await page.refresh()
            #expect(await page.snapshot.content == Array(remote.rows.prefix(shown)), "seed \(seed)")
            // One update, and as many pages as before.
            if let update = await subscription.next() { #expect(update.after.count == min(shown, remote.rows.count)) }
            #expect(page.shownPages * size == shown)
            while await page.hasMore { try await page.loadMore() }
            #expect(list.snapshot.content == remote.rows, "seed \(seed)")
        }
    }

    @Test func `a refresh is one net update`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<40, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            for _ in 0..<3 { try await page.loadMore() }
            let subscription = await page.subscribe()
            remote.rows = [Row(100)] + remote.rows.filter { $0.id != 5 }
            let heard = Shared<[ListChanges]>([])
            let reader = executor.start(name: "reader") {
                while let update = await subscription.next() { heard.change { $0.append(update.changes) } }
            }
            let refreshes = (0..<5).map { _ in executor.start(name: "refresh") { try await page.refresh() } }
            await executor.settle()
            #expect(await page.phase == .loading)
            #expect(await page.snapshot.count == 30)
            for refresh in refreshes { try await refresh.value }
            await executor.settle()
            #expect(heard.value == [ListChanges(deletions: [5], insertions: [0])])
            // The first one, and one for those that came meanwhile.
            #expect(remote.offsets == [0, 10, 20] + [0, 10, 20] + [0, 10, 20] && remote.mostAtOnce == 1)
            #expect(await page.phase == .idle)
            reader.cancel()
        }
    }

    @Test func `a refresh that fails or is cancelled changes nothing, and can be tried again`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<40, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            for _ in 0..<2 { try await page.loadMore() }
            remote.rows = remote.rows.reversed()
            remote.refuse([4])
            await #expect(throws: PageServer.Refusal(attempt: 4)) { try await page.refresh() }
            guard case .failed = await page.phase else { return #expect(Bool(false)) }
            let cancelled = executor.start(name: "cancelled") { try await page.refresh() }
            await executor.settle()
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            #expect(await page.phase == .idle)
            #expect(await Self.ids(page) == Array(0..<20))
            try await page.refresh()
            #expect(await Self.ids(page) == Array((20..<40).reversed()))
        }
    }

    @Test func `without a remote there is nothing to refresh; a finished list refuses`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<40, clock: executor.clock), try ListSource([Row(1)]))
            try await list.paged(size: 10).refresh()
            let page = list.paged(size: 10, fetch: remote.page)
            await list.finish()
            await #expect(throws: EditError.self) { try await page.refresh() }
            page.finish()
            try await page.refresh()
            #expect(list.snapshot.content == [Row(1)])
        }
    }
}
