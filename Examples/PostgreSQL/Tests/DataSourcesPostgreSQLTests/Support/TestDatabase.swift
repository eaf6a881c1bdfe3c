import DataSources
import DataSourcesPostgreSQL
import PrivateServer
import Testing

/// A database of its own for a test, on one server for all tests.
struct TestDatabase: Sendable {
    /// Started by the first test; it ends, and its folder goes, with this process.
    private static let shared = Result { try PrivateServer() }

    let server: PrivateServer
    let session: PostgresSession
    let url: String

    init(_ name: String = "test_\(UInt32.random(in: 0...UInt32.max))") async throws {
        try await self.init(on: Self.shared.get(), name)
    }

    init(on server: PrivateServer, _ name: String = "test_\(UInt32.random(in: 0...UInt32.max))") async throws {
        self.server = server
        try await PostgresSession(server.url).query("CREATE DATABASE \(name)")
        url = server.url(user: "postgres").replacing("/postgres?", with: "/\(name)?")
        session = PostgresSession(url)
    }

    /// Makes the table `accounts` with so many rows, and the publication of it.
    func makeAccounts(_ count: Int = 3) async throws {
        try await session.query(
            """
            CREATE TABLE accounts (id bigint PRIMARY KEY, owner text NOT NULL, balance bigint NOT NULL, note text);
            ALTER TABLE accounts ALTER note SET STORAGE EXTERNAL;
            INSERT INTO accounts SELECT i, 'owner ' || i, 100, NULL FROM generate_series(1, \(count)) i;
            CREATE PUBLICATION accounts FOR TABLE accounts
            """)
    }

    func follower(_ settings: FollowerSettings = FollowerSettings()) -> PostgresFollower<Account> {
        PostgresFollower(url, table: TableName("accounts"), publication: "accounts", settings: settings)
    }

    /// The rows of the table.
    func accounts() async throws -> [Account] {
        try await session.query("SELECT id, owner, balance, note FROM accounts ORDER BY id").map { row in
            Account(
                id: try #require(row[0].flatMap { Int($0) }), owner: try #require(row[1]),
                balance: try #require(row[2].flatMap { Int($0) }), note: row[3])
        }
    }
}

/// Runs a body while a list is kept connected, and then cancels that.
func following<Result: Sendable>(
    _ list: Accounts, by follower: PostgresFollower<Account>,
    restoring stored: PostgresFollower<Account>.StoredState? = nil, _ body: () async throws -> Result
) async throws -> Result {
    let run = Task {
        try await follower.run(
            list, backoff: Backoff(initial: .milliseconds(20), maximum: .milliseconds(200)), restoring: stored)
    }
    defer { run.cancel() }
    return try await body()
}

extension FollowedList<Account, LogPosition> {
    /// Waits until the list shows what was written.
    nonisolated func shows(_ receipt: PostgresSession.Receipt) async throws {
        try await position.firstValue(within: .seconds(30)) { $0.map { $0 >= receipt.position } ?? false }
    }

    nonisolated func isReady() async throws {
        try await status.firstValue(within: .seconds(30)) { $0 == .ready }
    }

    /// The rows that are shown.
    nonisolated var rows: [Account] { Array(hub.snapshot) }
}
