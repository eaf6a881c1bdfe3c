import DataSources
import DataSourcesPostgreSQL
import Testing

@Suite(.timeLimit(.minutes(2))) struct NotificationTests {
    private typealias Accounts = FollowedList<Account, Int>

    private func with(
        _ database: TestDatabase, _ body: (Accounts) async throws -> Void
    ) async throws {
        let follower = NotificationFollower<Account>(
            database.url, table: TableName("accounts"), channel: "accounts_rows")
        try await database.session.query(follower.triggers)
        let list = Accounts(sortedBy: .ascending(\.id))
        let run = Task { try await follower.run(list, backoff: Backoff(initial: .milliseconds(20))) }
        defer { run.cancel() }
        try await list.status.firstValue(within: .seconds(30)) { $0 == .ready }
        try await body(list)
    }

    @Test func `Rows that have changed are read again`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts(100)
        try await with(database) { list in
            try await database.session.write([
                .init("UPDATE accounts SET balance = 7 WHERE id < 10"), .init("DELETE FROM accounts WHERE id = 3"),
                .init("UPDATE accounts SET id = 5000 WHERE id = 4"),
                .init("INSERT INTO accounts VALUES (999, 'x', 1, NULL)"),
            ])
            let table = try await database.accounts()
            try await list.first(within: .seconds(30)) { Array($0) == table }
            try await database.session.query("TRUNCATE accounts")
            try await list.first(within: .seconds(30)) { $0.isEmpty }
        }
    }

    @Test func `Only states that were committed are shown, and a new connection finds what was missed`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts(20)
        try await with(database) { list in
            let updates = list.hub.subscribe()
            let sums = Task {
                var sums: Set<Int> = []
                for await update in updates { sums.insert(update.after.reduce(0) { $0 + $1.balance }) }
                return sums
            }
            try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                for writer in 0..<4 {
                    group.addTask {
                        let session = PostgresSession(database.url)
                        for step in 0..<100 {
                            let ids = [writer * 5 + step % 5 + 1, (writer * 5 + step % 5 + 7) % 20 + 1].sorted()
                            try await session.query(
                                """
                                BEGIN; UPDATE accounts SET balance = balance - 1 WHERE id = \(ids[0]); \
                                UPDATE accounts SET balance = balance + 1 WHERE id = \(ids[1]); COMMIT
                                """)
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await database.session.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                    + "AND pid <> pg_backend_pid()")
            try await database.session.query("UPDATE accounts SET owner = 'last'")
            let table = try await database.accounts()
            try await list.first(within: .seconds(30)) { Array($0) == table }
            sums.cancel()
            #expect(await sums.value == [2_000])
        }
    }

    @Test func `Without its triggers it says what to do`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let follower = NotificationFollower<Account>(database.url, table: TableName("accounts"), channel: "none")
        let error = await #expect(throws: PostgresError.self) {
            try await follower.run(FollowedList<Account, Int>())
        }
        #expect(error?.message.contains("`triggers`") == true)
    }
}
