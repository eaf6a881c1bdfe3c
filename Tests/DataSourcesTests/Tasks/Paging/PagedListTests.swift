import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What a paged source makes of the list behind it, which others edit too.
struct PagedListTests {
    private static func ids(_ page: PagedSource<Row>) async -> [Int] { await page.snapshot.map(\.id) }

    @Test(arguments: seeds(10))
    func `a page that overlaps updates what is there in its place, and appends the rest, as one update`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let list = ListSource<Row>()
            let page = list.paged(size: 4) { request in
                let start = request.cursor ?? 0
                return Page((start..<start + 4).map { Row($0, start / 2) }, next: start + 2)
            }
            try await page.loadMore()
            let subscription = await page.subscribe()
            let heard = Shared<[ListChanges]>([])
            let reader = Task(executorPreference: executor) {
                for await update in subscription { heard.change { $0.append(update.changes) } }
            }
            await executor.settle()
            try await page.loadMore()
            await executor.settle()
            #expect(await page.snapshot.content == [Row(0), Row(1), Row(2, 1), Row(3, 1), Row(4, 1), Row(5, 1)])
            #expect(heard.value.count == 1 && page.demandCount == 1)
            #expect(heard.value.first?.updates.count == 2 && heard.value.first?.insertions == [4, 5])
            reader.cancel()
        }
    }

    @Test func `a remote that never brings anything new is asked 16 times in one call`() throws {
        try SeededExecutor.run(seed: 0) { _ async throws in
            let calls = Shared(0)
            let page = ListSource<Row>().paged(size: 3, prefetchDistance: 3) { (_: PageRequest<Int>) in
                calls.change { $0 += 1 }
                return Page([Row(1), Row(2), Row(1, 5)], next: 0)
            }
            #expect(try await page.loadMore())
            #expect(await page.snapshot.content == [Row(1, 5), Row(2)])
            #expect(try await !page.loadMore())
            #expect(calls.value == 17)
            #expect(try await !page.didShow(position: 1))
            #expect(await page.phase == .idle && page.shownPages == 1 && calls.value == 33)
        }
    }

    @Test func `a page of known items is passed over`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<40, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 5, fetch: remote.page)
            for _ in 0..<2 { try await page.loadMore() }
            // The next page by offset has known items only, and the one after it two.
            remote.rows = (100..<107).map { Row($0) } + remote.rows
            #expect(try await page.loadMore())
            #expect(remote.offsets == [0, 5, 10, 15] && page.shownPages == 3)
            #expect(await Self.ids(page) == Array(0..<13))
            while await page.hasMore { #expect(try await page.loadMore()) }
            #expect(await Self.ids(page) == Array(0..<40))
        }
    }

    @Test func `an item that is inserted here skips none of the remote's`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<20, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            try await page.loadMore()
            try await list.insert(Row(-1), at: 0)
            while await page.hasMore { try await page.loadMore() }
            #expect(await Self.ids(page) == Array(-1..<20))
        }
    }

    @Test func `after a reset and another first page, loading goes on`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<30, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            for _ in 0..<3 { try await page.loadMore() }
            try await list.replaceAll(with: remote.rows.prefix(10))
            await page.reset()
            for end in [20, 30] {
                #expect(try await page.loadMore())
                #expect(await Self.ids(page) == Array(0..<end))
            }
            #expect(try await !page.loadMore())
        }
    }

    @Test func `what is in the list is shown first, and the remote is asked where it ends`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let remote = PageServer(0..<40, clock: executor.clock)
            let list = try ListSource((0..<25).map { Row($0) })
            let page = list.paged(size: 10, fetch: remote.page)
            #expect(await Self.ids(page).count == 10)
            try await page.loadMore()
            try await page.loadMore()
            #expect(remote.requests.isEmpty)
            #expect(await Self.ids(page).count == 25)
            // The first two pages are known.
            #expect(try await page.loadMore())
            #expect(remote.offsets == [0, 10, 20])
            #expect(await Self.ids(page) == Array(0..<30))
            await page.reset()
            #expect(await Self.ids(page) == Array(0..<10))
            for _ in 0..<2 { #expect(try await page.loadMore()) }
            #expect(remote.requests.count == 3)
            #expect(await Self.ids(page).count == 30)
            #expect(try await page.loadMore())
            #expect(remote.requests.count == 7)
            #expect(await page.phase == .idle)
            #expect(try await !page.loadMore())
            #expect(await page.phase == .atEnd)
            await page.reset()
            #expect(await page.phase == .idle)
        }
    }

    @Test(arguments: seeds(10))
    func `others edit the list while pages come: nothing is lost, nothing is there twice`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let (remote, list) = (PageServer(0..<60, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            let editor = Task(executorPreference: executor) {
                for step in 0..<12 {
                    try await executor.clock.sleep(for: .milliseconds(7))
                    try await list.insert(Row(-1 - step), at: 0)
                    if step % 3 == 2 { try await list.remove(id: -1 - step) }
                }
            }
            let start = await page.subscribe()
            let states = Shared<[[Int]]>([])
            let reader = Task(executorPreference: executor) {
                for await update in start { states.change { $0.append(update.after.map(\.id)) } }
            }
            while await page.hasMore { try await page.loadMore() }
            try await editor.value
            while await page.hasMore { try await page.loadMore() }
            await executor.settle()
            let ids = list.snapshot.map(\.id)
            #expect(ids.filter { $0 >= 0 } == Array(0..<60) && ids.count == 68)
            #expect(await Self.ids(page) == ids)
            #expect(states.value.last == ids)
            reader.cancel()
        }
    }

    @Test func `a list that has finished takes no page`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (remote, list) = (PageServer(0..<60, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            let subscription = await page.subscribe()
            let call = Task(executorPreference: executor) { try await page.loadMore() }
            await executor.settle()
            await list.finish()
            await #expect(throws: EditError.self) { try await call.value }
            page.finish()
            #expect(try await !page.loadMore())
            #expect(await subscription.next() == nil)
        }
    }

    @Test func `nothing stays behind`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            weak var gone: PagedSource<Row>?
            weak var goneList: ListSource<Row>?
            do {
                let list = ListSource<Row>()
                let page = list.paged(size: 10) { _ in Page<Row, Int>((0..<3).map { Row($0) }, next: nil) }
                try await page.loadMore()
                #expect(await page.snapshot.count == 3)
                (gone, goneList) = (page, list)
            }
            await executor.settle()
            #expect(gone == nil && goneList == nil)
        }
    }
}
