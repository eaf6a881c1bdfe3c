import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 19, 13 and 16 for lists that load pages of a store: connections break, pages fail, come late and are cancelled,
/// and rows are changed, moved and deleted meanwhile.
struct FollowedPagesLaws {
    private typealias Pages = FollowedPages<Row, Int>

    /// What a state claims, at one cut.
    private struct Claim: Equatable {
        let connection: Connection
        let start: PagePhase
        let end: PagePhase
    }

    private struct Connection: Equatable {
        let position: Int?
        let status: SourceStatus
    }

    /// Whether the rows are those of a committed state from the first to the last one, and the phases are right.
    private struct IsPart: PairOperator {
        let store: RowStore
        let limit: Int
        private var rows: [Row] = []
        private var claim: Claim?

        init(_ store: RowStore, limit: Int) { (self.store, self.limit) = (store, limit) }

        mutating func apply(
            _ rows: Update<ListSnapshot<Row>>?, _ claim: Update<ValueSnapshot<Claim>>?
        ) -> ValueSnapshot<String?> {
            if let rows { self.rows = rows.after.content }
            if let claim { self.claim = claim.after.value }
            return ValueSnapshot(fault)
        }

        private var fault: String? {
            guard let claim else { return rows.isEmpty ? nil : "rows before the first position" }
            let connection = claim.connection
            guard let position = connection.position else {
                return rows.isEmpty && connection.status != .ready ? nil : "rows or ready before the first position"
            }
            let whole = store.rows(at: position)
            guard let first = rows.first else {
                return claim.start == .atEnd && claim.end == .atEnd && !whole.isEmpty ? "nothing of \(whole)" : nil
            }
            guard let offset = whole.firstIndex(of: first) else { return "\(first) is not in the state \(position)" }
            if rows.count > limit { return "\(rows.count) rows" }
            guard offset + rows.count <= whole.count, Array(whole[offset..<offset + rows.count]) == rows else {
                return "\(rows) is no part of the state \(position), \(whole)"
            }
            if claim.start == .atEnd, offset > 0 { return "not at the start" }
            if claim.end == .atEnd, offset + rows.count < whole.count { return "not at the end" }
            return nil
        }
    }

    private static func faults(
        of pages: Pages, _ store: RowStore, limit: Int
    ) -> DerivedSource<ValueSnapshot<String?>> {
        let phases = pages.startPhase.combined(with: pages.endPhase) { [$0, $1] }
        let connection = pages.position.combined(with: pages.status) { Connection(position: $0, status: $1) }
        let claims = connection.combined(with: phases) { Claim(connection: $0, start: $1[0], end: $1[1]) }
        return DerivedSource(from: pages, claims, through: IsPart(store, limit: limit))
    }

    @Test(arguments: seeds(150))
    func `law 19: what is loaded is part of one committed state, whatever fails, comes late or is cancelled`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let (store, clock, numbers) = (RowStore(), executor.clock, Shared(Random(seed: seed &+ 1)))
            for _ in 0..<20 { store.commit(&random) }
            let pages = Pages(sortedBy: RowStore.order, size: 2, limit: 8, prefetchDistance: 1) { request in
                let (before, after, fails) = numbers.change { ($0.below(3), $0.below(3), $0.below(8) == 0) }
                if before > 0 { try await clock.sleep(for: .milliseconds(before)) }
                if fails { throw RowStore.Lost() }
                let page = store.page(request)
                if after > 0 { try await clock.sleep(for: .milliseconds(after)) }
                return page
            }
            let runner = executor.start(name: "runner") {
                try await pages.run(backoff: Backoff(initial: .milliseconds(2)), clock: clock) { position in
                    let (seed, count) = numbers.change { ($0.next(), $0.below(25)) }
                    if count == 0 { throw RowStore.Lost() }
                    return store.connect(since: position, seed: seed, breaksAfter: count, sendsRows: false)
                }
            }
            let checker = executor.start(name: "checker") {
                for await update in Self.faults(of: pages, store, limit: 14).updates() {
                    let fault = update.after.value ?? nil
                    #expect(fault == nil, "seed \(seed): \(fault ?? "")")
                }
            }
            let states = executor.start(name: "states") {
                for await _ in pages.subscribe().validating() {}
            }
            let screens = (0..<3).map { number in
                executor.start(name: "screen \(number)") {
                    for _ in 0..<25 {
                        let (action, first, pause) = numbers.change { ($0.below(10), $0.below(14), $0.below(4)) }
                        let call = executor.start(name: "call of \(number)") {
                            switch action {
                            case 0: try await pages.show(first < 7 ? .start : .end)
                            case 1: try await pages.show(.from(Row(first, first / 2)))
                            case 2: _ = try await pages.loadMore(first < 7 ? .start : .end)
                            default: _ = try await pages.didShow(first..<first + 3)
                            }
                        }
                        if pause > 0 { try await clock.sleep(for: .milliseconds(pause)) }
                        if numbers.change({ $0.below(4) }) == 0 { call.cancel() }
                        // It may have failed, or have been cancelled.
                        _ = await call.result
                    }
                }
            }
            for _ in 0..<60 {
                try await clock.sleep(for: .milliseconds(random.below(4)))
                store.commit(&random)
            }
            for screen in screens { try await screen.value }
            store.finish()
            try await runner.value
            await checker.value
            await states.value
            #expect(pages.position.value == store.position && pages.status.value == .finished)
        }
    }

    /// A table of many rows, and what was asked of it.
    private final class Table: Sendable {
        let rows: Shared<[Row]>
        let requests = Shared<[RowPageRequest<Row>]>([])
        let fetched = Shared<[Int]>([])
        let position = Shared(0)

        init(count: Int) { rows = Shared((0..<count).map { Row($0, $0) }) }

        func page(_ request: RowPageRequest<Row>) -> RowPage<Row, Int> {
            requests.change { $0.append(request) }
            let rows = rows.value
            let found: [Row] =
                switch request.place {
                case .start: Array(rows.prefix(request.size + 1))
                case .end: Array(rows.suffix(request.size + 1).reversed())
                case .from(let row): Array(rows.drop { $0.value < row.value }.prefix(request.size + 1))
                case .after(let row): Array(rows.drop { $0.value <= row.value }.prefix(request.size + 1))
                case .before(let row):
                    Array(rows.prefix { $0.value < row.value }.suffix(request.size + 1).reversed())
                }
            let page = RowPage(found: found, for: request, at: position.value)
            fetched.change { $0.append(contentsOf: page.rows.map(\.id)) }
            return page
        }
    }

    @Test func `far pages are let go, nothing is fetched twice, and what is on the screen stays`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let table = Table(count: 10_000)
            let pages = Pages(sortedBy: .ascending(\.value), size: 100, limit: 500) { table.page($0) }
            let (events, feed) = AsyncStream.makeStream(of: RowEvent<Row, Int>.self)
            feed.yield(.loading(count: nil))
            feed.yield(.ready)
            let runner = executor.start(name: "runner") { try await pages.run(clock: executor.clock) { _ in events } }
            await pages.status.firstValue { $0 == .ready }
            #expect(pages.snapshot.count == 100 && pages.startPhase.value == .atEnd && pages.endPhase.value == .idle)
            // Scrolls down, 30 on the screen.
            for first in stride(from: 0, through: 9_970, by: 10) {
                let offset = try #require(pages.snapshot.content.firstIndex { $0.id == first })
                try await pages.didShow(offset..<offset + 30)
                let shown = pages.snapshot.content.map(\.id)
                let isOnScreen = shown.contains(first) && shown.contains(first + 29)
                #expect(isOnScreen && shown.count <= 500)
            }
            #expect(table.fetched.value == Array(0..<10_000) && table.requests.value.count == 100)
            #expect(pages.endPhase.value == .atEnd && pages.startPhase.value == .idle)
            // Up again: what was let go, and no more.
            let kept = pages.snapshot.content[0].id
            while try await pages.didShow(0..<30) {}
            #expect(pages.snapshot.content[0].id == 0 && pages.startPhase.value == .atEnd)
            #expect(table.fetched.value.dropFirst(10_000).sorted() == Array(0..<kept))
            feed.yield(.finished)
            try await runner.value
        }
    }

    @Test func `many calls load one page, and share its error`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let (table, gate, fails) = (Table(count: 1_000), Parameter(false), Shared(true))
            let pages = Pages(sortedBy: .ascending(\.value), size: 50) { request in
                let page = table.page(request)
                if case .start = request.place { return page }
                await gate.firstValue { $0 }
                if fails.value { throw RowStore.Lost() }
                return page
            }
            let (events, feed) = AsyncStream.makeStream(of: RowEvent<Row, Int>.self)
            feed.yield(.loading(count: nil))
            feed.yield(.ready)
            let runner = executor.start(name: "runner") { try await pages.run(clock: executor.clock) { _ in events } }
            await pages.status.firstValue { $0 == .ready }
            for isFailing in [true, false] {
                gate.set(false)
                fails.change { $0 = isFailing }
                let calls = (0..<50).map { _ in executor.start(name: "call") { try await pages.loadMore() } }
                await executor.settle()
                #expect(pages.endPhase.value == .loading)
                gate.set(true)
                for call in calls {
                    if isFailing {
                        await #expect(throws: RowStore.Lost.self) { try await call.value }
                    } else {
                        #expect(try await call.value)
                    }
                }
                let failure = PagePhase.failed(PageFailure(RowStore.Lost(), attempt: 1))
                #expect(pages.endPhase.value == (isFailing ? failure : .idle))
                // Scrolling does not retry.
                if isFailing { #expect(try await !pages.didShow(40..<50)) }
            }
            #expect(table.requests.value.count == 3 && pages.snapshot.count == 100)
            feed.yield(.finished)
            try await runner.value
        }
    }

    @Test func `law 18: an edit of a loaded row is one small update, and one elsewhere is none`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let table = Table(count: 1_000)
            let pages = Pages(sortedBy: .ascending(\.value).then(.ascending(\.id)), size: 50) { table.page($0) }
            let (events, feed) = AsyncStream.makeStream(of: RowEvent<Row, Int>.self)
            feed.yield(.loading(count: nil))
            let runner = executor.start(name: "runner") { try await pages.run(clock: executor.clock) { _ in events } }
            await pages.position.firstValue { $0 == 0 }
            let subscription = pages.subscribe()
            let all = pages.position.combined(with: pages.status) { position, _ in position }
            // A row moved in, one moved out, one moved within; one far away, and one after the last loaded.
            feed.yield(.changes([.upsert(Row(700, 10)), .upsert(Row(3, 600)), .upsert(Row(5, 20))], at: 1))
            feed.yield(.changes([.upsert(Row(900, 901)), .upsert(Row(50, 50)), .delete(id: 800)], at: 2))
            await all.firstValue { $0 == 2 }
            let update = await subscription.next()
            #expect(update?.changes.deletions == [3] && update?.changes.insertions.count == 1)
            #expect(update?.changes.moves.count == 1 && subscription.lag == 0)
            feed.yield(.finished)
            try await runner.value
        }
    }

    @Test func `a page that is newer than the list waits, and changes after it are applied to it`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let table = Table(count: 20)
            let pages = Pages(sortedBy: .ascending(\.value), size: 10) { table.page($0) }
            let (events, feed) = AsyncStream.makeStream(of: RowEvent<Row, Int>.self)
            feed.yield(.loading(count: nil))
            feed.yield(.ready)
            let runner = executor.start(name: "runner") { try await pages.run(clock: executor.clock) { _ in events } }
            await pages.status.firstValue { $0 == .ready }
            // The table moves a row from the second page to the first one, and the list is not told yet.
            table.rows.change { rows in rows.removeAll { $0.id == 15 } }
            table.position.change { $0 = 1 }
            let call = executor.start(name: "call") { try await pages.loadMore() }
            await executor.settle()
            #expect(pages.snapshot.count == 10 && pages.endPhase.value == .loading)
            feed.yield(.changes([.delete(id: 15)], at: 1))
            feed.yield(.changes([.upsert(Row(16, 21)), .delete(id: 17)], at: 2))
            #expect(try await call.value)
            await pages.position.firstValue { $0 == 2 }
            #expect(pages.snapshot.map(\.id) == Array(0..<15) + [18, 19, 16])
            feed.yield(.finished)
            try await runner.value
        }
    }

    @Test func `a store that ends while a page waits ends the wait, and nothing is loading any more`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let table = Table(count: 20)
            let pages = Pages(sortedBy: .ascending(\.value), size: 10) { table.page($0) }
            let (events, feed) = AsyncStream.makeStream(of: RowEvent<Row, Int>.self)
            feed.yield(.loading(count: nil))
            feed.yield(.ready)
            let runner = executor.start(name: "runner") { try await pages.run(clock: executor.clock) { _ in events } }
            await pages.status.firstValue { $0 == .ready }
            table.position.change { $0 = 9 }
            let call = executor.start(name: "call") { try await pages.loadMore() }
            await executor.settle()
            #expect(pages.endPhase.value == .loading)
            feed.yield(.finished)
            try await runner.value
            #expect(try await !call.value)
            #expect(pages.endPhase.value == .idle && pages.status.value == .finished && pages.snapshot.count == 10)
        }
    }

    @Test func `when all loaded rows are gone after a gap, those before them are shown`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let table = Table(count: 100)
            let pages = Pages(sortedBy: .ascending(\.value), size: 10) { table.page($0) }
            let (events, feed) = AsyncStream.makeStream(of: RowEvent<Row, Int>.self)
            feed.yield(.loading(count: nil))
            feed.yield(.ready)
            let runner = executor.start(name: "runner") { try await pages.run(clock: executor.clock) { _ in events } }
            await pages.status.firstValue { $0 == .ready }
            try await pages.show(.end)
            #expect(pages.snapshot.map(\.id) == Array(90..<100))
            #expect(pages.startPhase.value == .idle && pages.endPhase.value == .atEnd)
            try await pages.show(.from(Row(50, 50)))
            #expect(pages.snapshot.map(\.id) == Array(50..<60))
            table.rows.change { $0.removeLast(60) }
            table.position.change { $0 = 3 }
            feed.yield(.loading(count: nil))
            await pages.position.firstValue { $0 == 3 }
            #expect(pages.snapshot.map(\.id) == Array(30..<40) && pages.endPhase.value == .idle)
            #expect(try await !pages.loadMore() && pages.endPhase.value == .atEnd)
            feed.yield(.rows([]))
            await #expect(throws: FollowError.self) { try await runner.value }
            #expect(pages.status.value.error != nil && pages.snapshot.count == 10)
        }
    }
}
