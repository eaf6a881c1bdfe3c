public import DataSources
public import GRDB

/// A part of a table of a SQLite database, or of a query of it: pages are loaded as they are needed, let go when they are
/// far away, and followed row by row meanwhile.
///
/// ```swift
/// let entries = PagedTable(TableQuery<Entry>("entry", sortedBy: [.descending("day", { $0.day })]), in: pool)
/// Task { try await entries.run() }
/// await entries.list.status.firstValue { $0 == .ready }
/// try await entries.list.didShow(80..<110)                 // what is on the screen
/// ```
///
/// - **States** are those of ``FollowedTable``: ``list`` shows all rows of a committed state from the first to the last
///   one that it has loaded.
/// - **Cost.** A page costs its rows, wherever it lies, if the table has an index of the columns that it is sorted by, in
///   their directions and with the key at the end. A transaction of this process costs the reading of the rows that it
///   has changed, and what another process writes costs the reading of the rows that are loaded.
/// - **Columns** that it is sorted by are NOT NULL: rows with NULL would be in no page.
public final class PagedTable<Item: TableRow>: Sendable {
    /// The rows that are loaded.
    public let list: FollowedPages<Item, CommitPosition>
    /// What notices the changes; its list stays empty.
    private let table: FollowedTable<Item>

    /// Describes what to follow; ``run(backoff:)`` does it.
    ///
    /// - Parameters:
    ///   - query: The rows.
    ///   - database: The connections to the file.
    ///   - size: The number of rows of a page.
    ///   - limit: About how many rows to keep.
    ///   - prefetchDistance: How near to an end a row on the screen must be to load more there; half a page by default.
    public convenience init(
        _ query: TableQuery<Item>, in database: any DatabaseWriter, size: Int = 100, limit: Int = 1_000,
        prefetchDistance: Int? = nil
    ) {
        self.init(
            FollowedTable(query, in: database), size: size, limit: limit, prefetchDistance: prefetchDistance)
    }

    package init(_ table: FollowedTable<Item>, size: Int, limit: Int, prefetchDistance: Int?) {
        self.table = table
        list = FollowedPages(
            sortedBy: table.query.order, size: size, limit: limit, prefetchDistance: prefetchDistance
        ) { try await table.page($0) }
    }

    /// Follows the table until the task is cancelled.
    ///
    /// - Parameter backoff: How long to wait after failures.
    /// - Throws: As ``FollowedTable/run(backoff:)``.
    public func run(backoff: Backoff = Backoff()) async throws {
        try await table.run { [list, table] in
            try await list.run(backoff: backoff) { _ in PageEvents(table: table) }
        }
    }

    /// Changes the database in one transaction; see ``FollowedTable/write(_:)``.
    public func write<Value: Sendable>(
        _ updates: @escaping @Sendable (Database) throws -> Value
    ) async throws -> (value: Value, position: CommitPosition) {
        try await table.write(updates)
    }

    /// Waits until the list shows the state at a position, or a newer one; see ``FollowedTable/shows(_:)``.
    @discardableResult
    public func shows(_ position: CommitPosition) async -> Bool {
        await list.position.firstValue { $0.map { $0 >= position } ?? false } != nil
    }
}

/// The events of a table of which pages are loaded: after whatever cannot be told as a commit, they are loaded again.
struct PageEvents<Item: TableRow>: AsyncSequence, Sendable {
    typealias Element = RowEvent<Item, CommitPosition>

    let table: FollowedTable<Item>

    func makeAsyncIterator() -> Iterator { Iterator(table: table) }

    struct Iterator: AsyncIteratorProtocol {
        let table: FollowedTable<Item>
        private var isOpen = false
        private var isReady = false
        /// When what is loaded was last read again.
        private var lastLoad = ContinuousClock.now

        fileprivate init(table: FollowedTable<Item>) { self.table = table }

        mutating func next() async throws -> Element? {
            if !isOpen { return try await loading() }
            if !isReady {
                isReady = true
                return .ready
            }
            switch try await table.mailbox.next() {
            case .commit(let changes, let position): return .changes(changes, at: position)
            case .comparison:
                // However often another process writes.
                try await Task.sleep(until: lastLoad + .milliseconds(20))
                return try await loading()
            }
        }

        private mutating func loading() async throws -> Element {
            try await table.openMailbox()
            isOpen = true
            lastLoad = .now
            return .loading(count: nil)
        }
    }
}

extension TableQuery {
    /// The statement for a page; for tests.
    package func page(
        in database: Database, _ request: RowPageRequest<Item>
    ) throws -> (sql: String, arguments: StatementArguments) {
        page(try layout(in: database), request)
    }
}

extension FollowedTable {
    /// From now on commits are told; those before are in what is read next.
    func openMailbox() async throws {
        try await database.writeWithoutTransaction { [observer, mailbox] writer in
            _ = try observer.attach(to: writer)
            _ = mailbox.open()
        }
    }

    /// Reads a page of the state that is committed last.
    func page(_ request: RowPageRequest<Item>) async throws -> RowPage<Item, CommitPosition> {
        var mustFit = false
        switch request.place {
        case .after, .before: mustFit = true
        // They replace all that is shown: whatever others have committed last is in them.
        case .start, .end, .from: break
        }
        for _ in 0..<8 {
            let (page, differences) = try await read(request)
            if !mustFit { return page }
            // Another process may have committed after the last of our commits and before the reading.
            let newest = try await database.writeWithoutTransaction { [observer] writer in
                try observer.check(writer)
                return observer.differenceCount
            }
            if newest == differences { return page }
        }
        throw TableError(.busy, "another process has written each time that a page was read; try again later")
    }

    /// Reads a page, and how often another connection had committed something before.
    private func read(_ request: RowPageRequest<Item>) async throws -> (RowPage<Item, CommitPosition>, Int) {
        let (results, output) = AsyncThrowingStream<[Item], any Error>.makeStream()
        let (position, differences) = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<(CommitPosition, Int), any Error>) in
            database.asyncWriteWithoutTransaction { [database, query, observer, mailbox] writer in
                do {
                    try observer.check(writer)
                    let page = query.page(try query.layout(in: writer), request)
                    continuation.resume(returning: (mailbox.written, observer.differenceCount))
                    database.spawnConcurrentRead { reader in
                        output.finish(
                            Result {
                                var rows: [Item] = []
                                try query.reader.readAll(reader.get(), page.sql, page.arguments) { batch, _ in
                                    rows += batch
                                    return true
                                }
                                return rows
                            })
                    }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        for try await rows in results { return (RowPage(found: rows, for: request, at: position), differences) }
        throw CancellationError()
    }
}
