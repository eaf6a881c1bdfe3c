import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct PagedFetchTests {
    private static func ids(_ page: PagedSource<Row>) async -> [Int] { await page.snapshot.map(\.id) }

    @Test(arguments: seeds(10))
    func `pages come one after the other until the remote ends`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let (remote, list) = (PageServer(0..<25, clock: executor.clock), ListSource<Row>())
            let page = list.paged(size: 10, fetch: remote.page)
            let heard = Shared<[ListChanges]>([])
            let task = Task(executorPreference: executor) {
                for await update in page.updates() { heard.change { $0.append(update.changes) } }
            }
            #expect(await page.phase == .idle)
            for end in [10, 20, 25] {
                #expect(try await page.loadMore())
                #expect(await Self.ids(page) == Array(0..<end))
                await executor.settle()
            }
            #expect(await page.phase == .atEnd)
            #expect(try await !page.loadMore())
            #expect(remote.requests.map(\.cursor) == [nil, 10, 20] && remote.requests.allSatisfy { $0.size == 10 })
            let pages = [0..<10, 10..<20, 20..<25].map { ListChanges(insertions: PositionSet($0)) }
            #expect(heard.value == pages)
            task.cancel()
        }
    }

    @Test func `a remote whose last page is full ends with an empty one, or says so`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let remote = PageServer(0..<20, clock: executor.clock)
            let page = ListSource<Row>().paged(size: 10, fetch: remote.page)
            for expected in [true, true, false, false] { #expect(try await page.loadMore() == expected) }
            #expect(remote.requests.count == 3 && page.shownPages == 2)
            let other = ListSource<Row>().paged(size: 10) { request in
                let page = try await remote.page(request)
                return Page(page.items, next: page.next == 20 ? nil : page.next)
            }
            for expected in [true, true, false] { #expect(try await other.loadMore() == expected) }
            #expect(remote.requests.count == 5)
        }
    }

    @Test(arguments: seeds(15))
    func `calls that come while a page is fetched share it`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let remote = PageServer(0..<100, clock: executor.clock)
            let page = ListSource<Row>().paged(size: 10, fetch: remote.page)
            let calls = (0..<6).map { number in
                Task(executorPreference: executor) {
                    if number % 2 == 0 { return try await page.loadMore() }
                    return try await page.didShow(position: 0)
                }
            }
            await executor.settle()
            #expect(await page.phase == .loading)
            for call in calls { #expect(try await call.value) }
            #expect(remote.requests.count == 1 && remote.mostAtOnce == 1)
            #expect(await Self.ids(page) == Array(0..<10))
        }
    }

    @Test(arguments: seeds(10))
    func `a failure is thrown to all who waited for it, is to be seen, and can be tried again`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor async throws in
            let remote = PageServer(0..<30, clock: executor.clock)
            let page = ListSource<Row>().paged(size: 10, fetch: remote.page)
            try await page.loadMore()
            remote.refuse([2, 3])
            let calls = (0..<3).map { _ in Task(executorPreference: executor) { try await page.loadMore() } }
            for call in calls { await #expect(throws: PageServer.Refusal(attempt: 2)) { try await call.value } }
            #expect(remote.requests.count == 2)
            guard case .failed(let failure) = await page.phase else { return #expect(Bool(false)) }
            #expect(failure.error as? PageServer.Refusal == PageServer.Refusal(attempt: 2))
            // Scrolling does not repeat it, asking does.
            #expect(try await !page.didShow(position: 9))
            await #expect(throws: PageServer.Refusal(attempt: 3)) { try await page.loadMore() }
            #expect(await page.phase != .failed(failure))
            #expect(page.shownPages == 1)
            #expect(try await page.loadMore())
            #expect(await page.phase == .idle)
            #expect(remote.offsets == [0, 10, 10, 10])
            #expect(await Self.ids(page) == Array(0..<20))
        }
    }

    @Test func `when the one that loads is cancelled at whatever step, one of those who wait loads instead`() throws {
        for seed in seeds(10) {
            for step in 1..<60 {
                try SeededExecutor.run(seed: seed) { executor async throws in
                    let remote = PageServer(0..<100, clock: executor.clock)
                    let page = ListSource<Row>().paged(size: 10, fetch: remote.page)
                    let first = Task(executorPreference: executor) { try? await page.loadMore() }
                    let others = (0..<2).map { _ in Task(executorPreference: executor) { try await page.loadMore() } }
                    executor.cancel(first, atStep: step)
                    for other in others { #expect(try await other.value, "seed \(seed), step \(step)") }
                    _ = await first.value
                    #expect(remote.mostAtOnce == 1)
                    let shown = await Self.ids(page)
                    #expect(shown == Array(0..<page.shownPages * 10), "seed \(seed), step \(step)")
                    #expect(await page.phase == .idle)
                    #expect(try await page.loadMore())
                    #expect(await Self.ids(page).count == shown.count + 10)
                }
            }
        }
    }

    @Test func `a call that is cancelled while it waits does nothing, and the others go on`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let remote = PageServer(0..<100, clock: executor.clock)
            let page = ListSource<Row>().paged(size: 10, fetch: remote.page)
            let calls = (0..<3).map { _ in Task(executorPreference: executor) { try await page.loadMore() } }
            await executor.settle()
            calls[1].cancel()
            #expect(try await !calls[1].value)
            #expect(try await calls[0].value)
            #expect(try await calls[2].value)
            #expect(remote.requests.count == 1)
        }
    }

    @Test func `a cancelled fetch throws to its caller only, and is no failure`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let remote = PageServer(0..<100, clock: executor.clock)
            let page = ListSource<Row>().paged(size: 10, fetch: remote.page)
            let call = Task(executorPreference: executor) { try await page.loadMore() }
            await executor.settle()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            #expect(await page.phase == .idle)
            #expect(try await page.loadMore())
            #expect(remote.offsets == [0, 0])
        }
    }
}
