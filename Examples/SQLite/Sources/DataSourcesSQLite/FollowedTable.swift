public import DataSources
public import GRDB

/// A table of a SQLite database, or a query of it, as a source that follows it row by row.
///
/// ```swift
/// let invoices = FollowedTable(TableQuery<Invoice>("invoice", sortedBy: [.ascending("due", { $0.due })]), in: pool)
/// Task { try await invoices.run() }
/// let overdue = invoices.list.filter { $0.due < today }
/// ```
///
/// - **States.** ``list`` shows only states that the database has committed, in order. A transaction of this process is
///   one update. What other processes commit is noticed within milliseconds; several of their commits may become one
///   update.
/// - **Cost.** A transaction costs the writer the reading of the rows that it has changed, by key. What another process
///   writes costs one pass over the table, however little it was.
/// - **Failures.** While the file is locked or cannot be read, the last state stays, with the status `stale`. So it is
///   when the table or a column is dropped, until it is there again. A file that was replaced is a final error.
public final class FollowedTable<Item: TableRow>: Sendable {
    /// The rows.
    public let list: FollowedList<Item, CommitPosition>

    let query: TableQuery<Item>
    let database: any DatabaseWriter
    let mailbox = Mailbox<Item>()
    let observer: TableObserver<Item>
    let file: DatabaseFile?

    /// Describes what to follow; ``run(backoff:)`` does it.
    ///
    /// - Parameters:
    ///   - query: The rows.
    ///   - database: The connections to the file. With a `DatabaseQueue`, reading the whole table makes writers wait.
    ///   - isShared: Whether others write to the file. With `false` the file is not watched: neither what they write nor
    ///     that the file is deleted or replaced is noticed. With `PRAGMA locking_mode = EXCLUSIVE` it has to be `false`,
    ///     since the watch reads the file through a connection of its own.
    public convenience init(_ query: TableQuery<Item>, in database: any DatabaseWriter, isShared: Bool = true) {
        self.init(query, in: database, isShared: isShared, allowsHook: true)
    }

    package init(
        _ query: TableQuery<Item>, in database: any DatabaseWriter, isShared: Bool = true, allowsHook: Bool
    ) {
        (self.query, self.database) = (query, database)
        list = query.makeList()
        observer = TableObserver(query, mailbox, allowsHook: allowsHook)
        file = isShared ? DatabaseFile(of: database) : nil
    }

    /// Follows the table until the task is cancelled.
    ///
    /// - Parameter backoff: How long to wait after failures.
    /// - Throws: ``TableError`` that another attempt cannot mend; `EditError` if two rows have one id in Swift's eyes;
    ///   `CancellationError`.
    public func run(backoff: Backoff = Backoff()) async throws {
        try await run { try await self.list.run(backoff: backoff) { _ in TableEvents(table: self) } }
    }

    /// Notices what other processes commit, while a list follows the mailbox.
    func run(_ follow: @escaping @Sendable () async throws -> Void) async throws {
        defer {
            mailbox.close()
            // Not waited for: somebody may be writing for long.
            database.asyncWriteWithoutTransaction { [observer] in observer.detach(from: $0) }
        }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { try await follow() }
            if let file { group.addTask { try await self.notice(changesOf: file) } }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    // MARK: Writing

    /// Changes the database in one transaction.
    ///
    /// ```swift
    /// let (_, position) = try await invoices.write { try $0.execute(sql: "DELETE FROM invoice WHERE id = 7") }
    /// await invoices.shows(position)
    /// ```
    ///
    /// - Parameter updates: The changes; if it throws, nothing has changed.
    /// - Returns: What `updates` returned, and the position of ``list`` at which it shows the changes.
    /// - Throws: Any error of `updates`; an error of the database.
    public func write<Value: Sendable>(
        _ updates: @escaping @Sendable (Database) throws -> Value
    ) async throws -> (value: Value, position: CommitPosition) {
        try await database.writeWithoutTransaction { [mailbox] database in
            var value: Value?
            try database.inTransaction {
                value = try updates(database)
                return .commit
            }
            // `inTransaction` has called it, or has thrown.
            return (value!, mailbox.written)
        }
    }

    /// Waits until the list shows the state at a position, or a newer one.
    ///
    /// - Returns: Whether it does; `false` if the task was cancelled.
    @discardableResult
    public func shows(_ position: CommitPosition) async -> Bool {
        await list.position.firstValue { $0.map { $0 >= position } ?? false } != nil
    }

    // MARK: Reading

    /// Begins to read the whole state at a position.
    func readAll() async throws -> (RowBatches<Item>, CommitPosition) {
        let batches = RowBatches<Item>()
        let position = try await begin { [query] layout, database in batches.fill(query, layout, from: database) }
        return (batches, position)
    }

    /// The changes from the state shown to the newest one, and its position; `nil` if there are too many, or two rows have
    /// one id.
    func compare() async throws -> (RowReader<Item>.Difference?, CommitPosition) {
        let shown = list.snapshot
        let (results, output) = AsyncThrowingStream<RowReader<Item>.Difference?, any Error>.makeStream()
        let position = try await begin { [query] layout, database in
            output.finish(
                Result {
                    try query.reader.compare(
                        shown, database.get(), query.all(layout), query.arguments, Mailbox<Item>.limit)
                })
        }
        for try await difference in results { return (difference, position) }
        throw CancellationError()
    }

    /// Starts a reading of the state that is committed last, while no write is under way; commits after it are told.
    func begin(_ read: @escaping @Sendable (TableLayout, Result<Database, any Error>) -> Void) async throws
        -> CommitPosition
    {
        try await withCheckedThrowingContinuation { continuation in
            database.asyncWriteWithoutTransaction { [database, observer, mailbox] writer in
                do {
                    let layout = try observer.attach(to: writer)
                    // Before the reading: on a queue, that happens here, and waits for whoever takes the rows.
                    continuation.resume(returning: mailbox.open())
                    database.spawnConcurrentRead { read(layout, $0) }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }
}

extension AsyncThrowingStream.Continuation where Element: Sendable, Failure == any Error {
    /// The only element, or the error.
    func finish(_ result: Result<Element, any Error>) {
        switch result {
        case .success(let element):
            yield(element)
            finish()
        case .failure(let error): finish(throwing: error)
        }
    }
}
