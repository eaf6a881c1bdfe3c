import DataSources
import GRDB
import Synchronization

/// Is told of each commit, on the writer's queue, and reads the rows that it changed, before the next write may begin.
///
/// So what it reads is the state at that commit and at no other. Another process could commit in between:
/// `PRAGMA data_version`, asked after the reading, tells, and the table is compared instead.
final class TableObserver<Item: TableRow>: TransactionObserver, Sendable {
    /// What was asked last on this connection.
    private struct Versions: Equatable {
        /// Changes when another connection has committed.
        var data: Int64
        /// Changes with the schema.
        var schema: Int64

        init(_ database: Database) throws {
            data = try database.number("PRAGMA data_version")
            schema = try database.number("PRAGMA schema_version")
        }
    }

    private struct State {
        var layout: TableLayout?
        var versions: Versions?
        /// What reads one row by its key, and several.
        var sql: (one: String, some: String)?
        var usesHook = false
    }

    private let query: TableQuery<Item>
    private let mailbox: Mailbox<Item>
    private let collector = KeyCollector()
    private let allowsHook: Bool
    private let state = Mutex(State())
    /// How often it was asked whether another connection has committed something.
    private let checks = Atomic(0)

    /// How often another connection had committed something when it was asked.
    private let differences = Atomic(0)

    /// How often it was asked whether another connection has committed something.
    var checkCount: Int { checks.load(ordering: .acquiring) }

    /// How often another connection had committed something when it was asked.
    var differenceCount: Int { differences.load(ordering: .acquiring) }

    init(_ query: TableQuery<Item>, _ mailbox: Mailbox<Item>, allowsHook: Bool) {
        (self.query, self.mailbox, self.allowsHook) = (query, mailbox, allowsHook && PreupdateHook.isAvailable)
    }

    /// Observes from now on; does nothing but check the table again if it does so already.
    ///
    /// - Returns: The table as it is now.
    /// - Throws: ``TableError``, or an error of the database.
    func attach(to database: Database) throws -> TableLayout {
        if database.isInsideTransaction { throw TableError(.busy, "a transaction was left open on the writer") }
        let layout = try query.layout(in: database)
        // Finds what is wrong with the condition.
        _ = try database.cachedStatement(sql: query.rows(layout, count: 1))
        // Before the versions are asked: what is committed after that is reported.
        let usesHook = allowsHook && layout.hasPlainColumns
        collector.use(layout)
        if usesHook { PreupdateHook.add(collector, to: database) }
        let versions = try Versions(database)
        let isNew = state.withLock { state in
            defer {
                let sql = (query.rows(layout, count: 1), query.rows(layout, count: RowReader<Item>.chunk))
                state = State(layout: layout, versions: versions, sql: sql, usesHook: usesHook)
            }
            return state.layout == nil
        }
        if isNew { database.add(transactionObserver: self, extent: .databaseLifetime) }
        return layout
    }

    func detach(from database: Database) {
        PreupdateHook.remove(collector, from: database)
        database.remove(transactionObserver: self)
        state.withLock { $0 = State() }
    }

    /// Finds out whether another connection has committed something.
    func check(_ database: Database) throws {
        guard mailbox.isOpen else { return }
        if try differs(database) { mailbox.compare() }
    }

    private func differs(_ database: Database) throws -> Bool {
        let versions = try Versions(database)
        checks.add(1, ordering: .releasing)
        return state.withLock { state in
            if state.versions == versions { return false }
            state.versions = versions
            differences.add(1, ordering: .releasing)
            return true
        }
    }

    // MARK: TransactionObserver

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        // Keeps SQLite from deleting all rows at once without a report, too.
        kind.tableName.lowercased() == query.table.lowercased()
    }

    func databaseDidChange(with event: DatabaseEvent) {
        if !state.withLock({ $0.usesHook }) { collector.touchedSomething() }
    }

    func databaseDidRollback(_ db: Database) {
        _ = collector.take()
    }

    func databaseDidCommit(_ db: Database) {
        // GRDB does not report rows of a WITHOUT ROWID table.
        var touched = state.withLock { $0.usesHook } ? collector.take() : .unknown
        do {
            var changes: [RowChange<Item>] = []
            if case .keys(let keys) = touched {
                if !mailbox.committed() { return }
                if let sql = state.withLock({ $0.sql }) {
                    if let read = try query.reader.readChanges(db, sql.one, sql.some, query.arguments, keys) {
                        changes = read
                    } else {
                        touched = .unknown
                    }
                }
            }
            if try differs(db) { touched = .unknown }
            switch touched {
            case .nothing: break
            case .keys: mailbox.add(changes)
            case .unknown:
                _ = mailbox.committed()
                mailbox.compare()
            }
        } catch {
            mailbox.fail(error)
        }
    }
}

extension Database {
    /// The number that a statement finds.
    func number(_ sql: String) throws -> Int64 {
        try Int64.fetchOne(cachedStatement(sql: sql)) ?? 0
    }
}
