import DataSources
import DataSourcesPostgreSQL

/// The table of the check, and its writers.
///
/// Rows above zero are accounts, rows below zero belong to writers: each transaction of a writer also changes its row.
struct Bank: Sendable {
    static let balance = 100
    /// The writers that make transfers.
    static let writers = 4
    /// The writer of large transactions, and that of the backlog.
    static let (large, backlog) = (5, 6)

    let url: String
    let rows: Int

    /// The sum of all balances, always: those of the accounts, and of one further row for each writer.
    var sum: Int { (rows + Self.writers) * Self.balance }

    func create() async throws {
        try await PostgresSession(url).query(
            """
            CREATE TABLE accounts (id bigint PRIMARY KEY, owner text NOT NULL, balance bigint NOT NULL, \
            tag bigint NOT NULL, note text);
            ALTER TABLE accounts ALTER note SET STORAGE EXTERNAL;
            INSERT INTO accounts SELECT i, 'owner ' || i, \(Self.balance), 0, NULL \
            FROM generate_series(1, \(rows + Self.writers)) i;
            INSERT INTO accounts SELECT -i, 'writer', 0, i << 32, NULL FROM generate_series(1::bigint, 6) i;
            CREATE PUBLICATION accounts FOR TABLE accounts;
            ANALYZE accounts
            """)
    }

    /// What writers have done.
    struct Tally: Sendable {
        var transactions = 0
        var rolledBack = 0
        var repeated = 0
    }

    /// Makes transfers at a rate until the task is cancelled, whatever happens to the server.
    ///
    /// - Parameters:
    ///   - writer: The number of the writer, from 1.
    ///   - rate: Transactions a second.
    ///   - count: Is told what was done.
    /// - Throws: Errors that another attempt cannot mend; `CancellationError`.
    func transfer(writer: Int, rate: Double, count: @Sendable (Tally) -> Void) async throws {
        let session = PostgresSession(url)
        var number: Int?
        // The row that changes its key.
        var own = rows + writer
        var next = ContinuousClock.now
        while true {
            next = max(next + .seconds(1) / rate, .now - .seconds(1))
            try await Task.sleep(until: next, clock: .continuous)
            do {
                // What a lost connection has done, the table knows.
                if number == nil { (number, own) = try await standing(session, writer) }
                let tag = Tag(writer: writer, number: (number ?? 0) + 1)
                let (statements, isRolledBack, moved) = transaction(own: own)
                let sql = statements.map { $0.replacing("TAG", with: "\(tag.rawValue)") }
                let first = "BEGIN ISOLATION LEVEL REPEATABLE READ"
                let mark = "UPDATE accounts SET tag = \(tag.rawValue) WHERE id = -\(writer)"
                let last = isRolledBack ? "ROLLBACK" : "COMMIT"
                try await session.query(([first] + sql + [mark, last]).joined(separator: "; "))
                if !isRolledBack { (number, own) = (tag.number, moved) }
                count(isRolledBack ? Tally(rolledBack: 1) : Tally(transactions: 1))
            } catch let error as PostgresError where error.isRetryable {
                count(Tally(repeated: 1))
                if error.code == .unreachable {
                    number = nil
                    try await Task.sleep(for: .milliseconds(100))
                } else {
                    _ = try? await session.query("ROLLBACK")
                }
            }
        }
    }

    private func standing(_ session: PostgresSession, _ writer: Int) async throws -> (Int?, own: Int) {
        let rows = try await session.query(
            """
            SELECT (SELECT tag FROM accounts WHERE id = -\(writer)), (SELECT max(id) FROM accounts \
            WHERE id > \(self.rows) AND owner = 'owner \(self.rows + writer)')
            """)
        let values = rows.first?.map { $0.flatMap { Int($0) } } ?? []
        return (values.first?.map { Tag(rawValue: $0).number }, (values.last ?? nil) ?? self.rows + writer)
    }

    private func transaction(own: Int) -> (statements: [String], isRolledBack: Bool, own: Int) {
        let kind = Int.random(in: 0..<100)
        let ids = [Int.random(in: 1...rows), Int.random(in: 1...rows)].sorted()
        let amount = Int.random(in: -20...20)
        let note = kind < 10 ? ", note = repeat('\(Int.random(in: 1000...9999))', 800)" : ""
        if ids[0] == ids[1] { return ([], false, own) }
        switch kind {
        case 80..<85:
            let moved = own + Bank.writers
            return (["UPDATE accounts SET id = \(moved), tag = TAG WHERE id = \(own)"], false, moved)
        case 85..<90:
            return (
                [
                    "CREATE TEMPORARY TABLE IF NOT EXISTS moved AS SELECT * FROM accounts LIMIT 0", "DELETE FROM moved",
                    "WITH gone AS (DELETE FROM accounts WHERE id = \(own) RETURNING *) INSERT INTO moved SELECT * FROM gone",
                    "INSERT INTO accounts SELECT id, owner, balance, TAG, note FROM moved",
                ], false, own
            )
        default:
            return (
                [
                    "UPDATE accounts SET balance = balance - (\(amount)), tag = TAG\(note) WHERE id = \(ids[0])",
                    "UPDATE accounts SET balance = balance + (\(amount)), tag = TAG WHERE id = \(ids[1])",
                ], kind >= 90, own
            )
        }
    }

    /// Changes so many accounts in one transaction, whatever happens to the server.
    func change(accounts: Int, tag number: Int) async throws {
        let count = min(accounts, rows) / 2 * 2
        let tag = Tag(writer: Self.large, number: number).rawValue
        let session = PostgresSession(url)
        while true {
            do {
                let done = try await session.query("SELECT tag FROM accounts WHERE id = -\(Self.large)")
                if done.first?.first.flatMap({ $0 }).flatMap({ Int($0) }) == tag { return }
                try await session.query(
                    """
                    BEGIN; UPDATE accounts SET balance = balance + (id % 2) * 2 - 1, tag = \(tag) \
                    WHERE id BETWEEN 1 AND \(count); \
                    UPDATE accounts SET tag = \(tag) WHERE id = -\(Self.large); COMMIT
                    """)
                return
            } catch let error as PostgresError where error.isRetryable {
                if error.code != .unreachable { _ = try? await session.query("ROLLBACK") }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// So many transactions, as fast as the server can.
    func makeBacklog(transactions count: Int) async throws {
        let session = PostgresSession(url)
        try await session.query("SET synchronous_commit = off")
        try await session.query(
            """
            DO $$ BEGIN FOR i IN 1..\(count) LOOP UPDATE accounts SET tag = \(Self.backlog)::bigint << 32 | i \
            WHERE id = -\(Self.backlog); COMMIT; END LOOP; END $$
            """)
        try await session.write([])
    }

    /// Where the log is after all that was written.
    func end() async throws -> LogPosition {
        try await PostgresSession(url).write([.init("UPDATE accounts SET owner = owner WHERE id = -1")]).position
    }

    /// The digest of the table, read without the library's decoders.
    func digest() async throws -> Digest {
        let session = PostgresSession(url)
        var (digest, last) = (Digest(), Int.min)
        while true {
            let rows = try await session.query(
                "SELECT id, owner, balance, tag, note FROM accounts WHERE id > $1 ORDER BY id LIMIT 20000", ["\(last)"])
            if rows.isEmpty { return digest }
            for row in rows {
                guard let id = row[0].flatMap({ Int($0) }), let balance = row[2].flatMap({ Int($0) }),
                    let tag = row[3].flatMap({ Int($0) })
                else { continue }
                let owner = row[1] ?? ""
                digest.add(Account(id: id, owner: owner, balance: balance, tag: Tag(rawValue: tag), note: row[4]))
                last = id
            }
        }
    }
}
