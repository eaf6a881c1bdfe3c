import DataSources
import DataSourcesPostgreSQL
import PrivateServer
import Testing

/// Each error says what to do, and whether another attempt can help.
@Suite(.timeLimit(.minutes(2))) struct ErrorTests {
    /// The error that a follower gives up with, or fails with first.
    private func error(
        of follower: PostgresFollower<Account>, isFinal: Bool = true
    ) async throws -> PostgresError {
        let list = Accounts(sortedBy: .ascending(\.id))
        let run = Task { try await follower.run(list, backoff: Backoff(initial: .seconds(60))) }
        defer { run.cancel() }
        let status = try #require(
            try await list.status.firstValue(within: .seconds(30)) { status in
                switch status {
                case .failed: true
                case .stale: !isFinal
                default: false
                }
            })
        guard case .failed(let failure) = status else {
            guard case .stale(let failure) = status else { throw CancellationError() }
            return try #require(failure.error as? PostgresError)
        }
        return try #require(failure.error as? PostgresError)
    }

    private func expect(_ code: PostgresError.Code, _ text: String, _ follower: PostgresFollower<Account>) async throws
    {
        let error = try await error(of: follower)
        #expect(error.code == code, "\(error)")
        #expect(error.message.contains(text), "\(error)")
        #expect(!error.isRetryable)
    }

    @Test func `A server without logical replication`() async throws {
        let server = try PrivateServer(settings: ["wal_level=replica"])
        defer { server.remove() }
        let database = try await TestDatabase(on: server)
        try await database.makeAccounts()
        try await expect(.notLogical, "set wal_level = logical", database.follower())
    }

    @Test func `No such database, host or server`() async throws {
        let database = try await TestDatabase()
        func follower(_ url: String) -> PostgresFollower<Account> {
            PostgresFollower(url, table: TableName("accounts"), publication: "accounts")
        }
        try await expect(
            .noDatabase, "check the database's name", follower(database.url.replacing("test_", with: "no_")))
        let host = try await error(of: follower("postgresql://no-such-host.invalid/x"), isFinal: false)
        #expect(host.code == .unknownHost && host.isRetryable, "\(host)")
        let server = try await error(of: follower("postgresql:///x?host=/no/such/folder"), isFinal: false)
        #expect(server.code == .unreachable && server.isRetryable, "\(server)")
    }

    @Test func `A wrong password`() async throws {
        let database = try await TestDatabase()
        let role = "stranger_\(UInt32.random(in: 0...UInt32.max))"
        // `trust` asks for no password; a role that may not log in is refused with the same class of code.
        try await database.session.query("CREATE ROLE \(role) NOLOGIN")
        let url = database.url.replacing("user=postgres", with: "user=\(role)")
        try await expect(
            .refused, "check user and password",
            PostgresFollower(url, table: TableName("accounts"), publication: "accounts"))
    }

    @Test func `A user who may not replicate, or may not read`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let role = "user_\(UInt32.random(in: 0...UInt32.max))"
        try await database.session.query("CREATE ROLE \(role) LOGIN; GRANT SELECT ON accounts TO \(role)")
        let url = database.url.replacing("user=postgres", with: "user=\(role)")
        let follower = PostgresFollower<Account>(url, table: TableName("accounts"), publication: "accounts")
        try await expect(.noPrivilege, "REPLICATION", follower)
        try await database.session.query("ALTER ROLE \(role) REPLICATION; REVOKE SELECT ON accounts FROM \(role)")
        try await expect(.noPrivilege, "GRANT SELECT", follower)
    }

    @Test(arguments: [
        ("ALTER TABLE accounts DROP CONSTRAINT accounts_pkey", PostgresError.Code.noKey, "ADD PRIMARY KEY"),
        ("ALTER TABLE accounts DROP CONSTRAINT accounts_pkey, ADD PRIMARY KEY (owner)", .noKey, "make them equal"),
        ("ALTER TABLE accounts REPLICA IDENTITY NOTHING", .noKey, "ADD PRIMARY KEY"),
        ("ALTER TABLE accounts RENAME note TO remark", .noColumn, "change the row type"),
        ("ALTER TABLE accounts RENAME TO others", .noTable, "check its name"),
        ("DROP PUBLICATION accounts", .noPublication, "CREATE PUBLICATION"),
        ("ALTER PUBLICATION accounts SET (publish = 'insert')", .noPublication, "leaves out some kinds"),
        ("ALTER PUBLICATION accounts SET TABLE accounts WHERE (id > 1)", .noPublication, "leaves out rows"),
    ]) func `A table that cannot be followed as it is`(_ sql: String, _ code: PostgresError.Code, _ text: String)
        async throws
    {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        try await database.session.query(sql)
        try await expect(code, text, database.follower())
    }

    @Test func `A transaction beyond the limit`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts(2_000)
        var settings = FollowerSettings()
        settings.transactionLimit = 10_000
        let list = Accounts(sortedBy: .ascending(\.id))
        let run = Task { [follower = database.follower(settings)] in try await follower.run(list) }
        defer { run.cancel() }
        try await list.isReady()
        try await database.session.query("UPDATE accounts SET balance = 1")
        let error = await #expect(throws: PostgresError.self) { try await run.value }
        #expect(error?.code == .transactionTooLarge)
        #expect(error?.message.contains("raise transactionLimit") == true)
    }

    @Test func `A row that the row type cannot read`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        try await database.session.query(
            "ALTER TABLE accounts ALTER owner DROP NOT NULL; UPDATE accounts SET owner = NULL")
        try await expect(.badValue, "the column \"owner\" is NULL", database.follower())
    }
}
