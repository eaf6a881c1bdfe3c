import DataSources
import DataSourcesPostgreSQL
import Testing

@Suite(.timeLimit(.minutes(2))) struct FollowingTests {
    private func list() -> Accounts { Accounts(sortedBy: .ascending(\.id)) }
    private let slot = "slot_\(UInt32.random(in: 0...UInt32.max))"

    private func permanent(_ confirmation: FollowerSettings.Confirmation = .applied) -> FollowerSettings {
        FollowerSettings(slot: .permanent(slot), confirmation: confirmation)
    }

    @Test func `The list has the rows, and then each change`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts(1_000)
        let list = list()
        try await following(list, by: database.follower()) {
            try await list.isReady()
            #expect(list.rows == (try await database.accounts()))
            let receipt = try await database.session.write([
                .init("UPDATE accounts SET balance = $1 WHERE id = $2", ["7", "2"]),
                .init("INSERT INTO accounts VALUES (5000, $1, 1, NULL)", ["it's \\ new"]),
                .init("DELETE FROM accounts WHERE id = 3"),
                .init("UPDATE accounts SET id = 6000 WHERE id = 4"),
            ])
            try await list.shows(receipt)
            #expect(list.rows == (try await database.accounts()))
        }
    }

    @Test func `A transaction is one update, and one that is rolled back is none`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts(100)
        let list = list()
        try await following(list, by: database.follower()) {
            try await list.isReady()
            let updates = list.subscribe()
            await #expect(throws: PostgresError.self) {
                try await database.session.write([
                    .init("UPDATE accounts SET balance = 0"), .init("INSERT INTO accounts VALUES (1, '', 0, NULL)"),
                ])
            }
            let receipt = try await database.session.write([
                .init("UPDATE accounts SET balance = balance - 1 WHERE id <= 50"),
                .init("UPDATE accounts SET balance = balance + 1 WHERE id > 50"),
            ])
            try await list.shows(receipt)
            let update = try #require(await updates.next())
            #expect(update.changes.count == 100)
            #expect(update.after.reduce(0) { $0 + $1.balance } == 10_000)
        }
    }

    @Test func `A large value that an update leaves as it is stays, also when the key changes`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let note = String(repeating: "large ", count: 2_000)
        try await database.session.query("UPDATE accounts SET note = $1 WHERE id <= 2", [note])
        let list = list()
        try await following(list, by: database.follower()) {
            try await list.isReady()
            let receipt = try await database.session.write([
                .init("UPDATE accounts SET balance = 1 WHERE id = 1"),
                .init("UPDATE accounts SET id = 20 WHERE id = 2"),
                .init("UPDATE accounts SET balance = 2 WHERE id = 20"),
                .init("UPDATE accounts SET note = $1 || 'x' WHERE id = 3", [note]),
                .init("UPDATE accounts SET balance = 3 WHERE id = 3"),
            ])
            try await list.shows(receipt)
            #expect(list.rows.map { $0.note?.count } == [12_000, 12_001, 12_000])
            #expect(list.rows == (try await database.accounts()))
        }
    }

    @Test func `TRUNCATE removes all rows, and what comes after it in its transaction stays`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let list = list()
        try await following(list, by: database.follower()) {
            try await list.isReady()
            let receipt = try await database.session.write([
                .init("INSERT INTO accounts VALUES (9, 'nine', 9, NULL)"), .init("TRUNCATE accounts"),
                .init("INSERT INTO accounts VALUES (2, 'two', 2, NULL)"),
            ])
            try await list.shows(receipt)
            #expect(list.rows == [Account(id: 2, owner: "two", balance: 2)])
        }
    }

    @Test func `A write that changes no row of the table is waited for as well`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        try await database.session.query("CREATE TABLE other (id int)")
        let list = list()
        try await following(list, by: database.follower()) {
            try await list.isReady()
            try await list.shows(try await database.session.write([.init("INSERT INTO other VALUES (1)")]))
        }
    }

    // MARK: Connections that are lost

    @Test func `With a permanent slot a lost connection goes on where it was`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let (list, follower) = (list(), database.follower(permanent()))
        try await following(list, by: follower) {
            try await list.isReady()
            for _ in 0..<3 {
                try await database.session.query(
                    "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = $1", [slot])
                let receipt = try await database.session.write([.init("UPDATE accounts SET balance = balance + 1")])
                try await list.shows(receipt)
                #expect(list.rows == (try await database.accounts()))
            }
        }
        #expect(follower.wholeStates == [.first])
        try await remove(follower)
    }

    @Test func `With a temporary slot a lost connection reads all rows, and subscribers get the difference`()
        async throws
    {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let (list, follower) = (list(), database.follower())
        try await following(list, by: follower) {
            try await list.isReady()
            let updates = list.subscribe()
            try await database.session.query(
                "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE database = current_database()")
            let receipt = try await database.session.write([.init("UPDATE accounts SET balance = 5 WHERE id = 2")])
            try await list.shows(receipt)
            #expect(try #require(await updates.next()).changes.count == 1)
        }
        #expect(follower.wholeStates == [.first, .temporarySlot])
    }

    @Test func `A slot that was dropped is made again`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let (list, follower) = (list(), database.follower(permanent()))
        try await following(list, by: follower) {
            try await list.isReady()
            // The follower is as quick to come back.
            try await eventually {
                try await database.session.query(
                    "SELECT pg_terminate_backend(active_pid, 5000) FROM pg_replication_slots WHERE slot_name = $1",
                    [slot])
                do {
                    try await database.session.query("SELECT pg_drop_replication_slot($1)", [slot])
                    return true
                } catch let error as PostgresError where error.code == .slotInUse {
                    return false
                }
            }
            let receipt = try await database.session.write([.init("UPDATE accounts SET balance = 5 WHERE id = 2")])
            try await list.shows(receipt)
            #expect(list.rows == (try await database.accounts()))
        }
        #expect(follower.wholeStates == [.first, .slotLost])
        try await remove(follower)
    }

    @Test func `A stored state goes on, and one that the server was told too much about is read again`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let first = list()
        let follower = database.follower(permanent(.explicit))
        let early = try await following(first, by: follower) {
            try await first.isReady()
            return PostgresFollower<Account>.StoredState(
                rows: first.rows, position: try #require(first.position.value))
        }
        let written = try await database.session.write([.init("UPDATE accounts SET balance = 8 WHERE id = 1")])

        let second = list()
        let again = database.follower(permanent(.explicit))
        try await following(second, by: again, restoring: early) {
            try await second.shows(written)
            #expect(second.rows == (try await database.accounts()))
            // More than what is stored.
            again.confirm(written.position)
            try await again.slotReport.firstValue(within: .seconds(20)) {
                ($0?.confirmed ?? early.position) >= written.position
            }
        }
        #expect(again.wholeStates.isEmpty)

        let third = list()
        let last = database.follower(permanent(.explicit))
        try await following(third, by: last, restoring: early) {
            try await third.shows(written)
            #expect(third.rows == (try await database.accounts()))
        }
        #expect(last.wholeStates == [.confirmedAhead])
        try await remove(last)
    }

    @Test func `A cancelled follower closes its connections`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let list = list()
        try await following(list, by: database.follower()) { try await list.isReady() }
        try await eventually {
            try await database.session.query(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).isEmpty
        }
    }

    @Test func `A follower that waits for a long transaction can be cancelled`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let long = PostgresSession(database.url)
        try await long.query("BEGIN; UPDATE accounts SET balance = 1")
        let list = list()
        try await following(list, by: database.follower()) {
            try await eventually {
                try await !database.session.query(
                    "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE_REPLICATION_SLOT%' AND datname = current_database()"
                ).isEmpty
            }
            #expect(list.status.value == .loading(nil))
        }
        try await eventually {
            try await database.session.query(
                "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE_REPLICATION_SLOT%' AND datname = current_database()"
            ).isEmpty
        }
        try await long.query("ROLLBACK")
    }

    // MARK: Definitions

    @Test func `A column of the row type that is changed makes it read all rows`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let (list, follower) = (list(), database.follower(permanent()))
        try await following(list, by: follower) {
            try await list.isReady()
            // A column that the row type does not have changes nothing.
            let first = try await database.session.write([
                .init("ALTER TABLE accounts ADD extra float DEFAULT random()"),
                .init("UPDATE accounts SET balance = 1 WHERE id = 1"),
            ])
            try await list.shows(first)
            #expect(follower.wholeStates == [.first])
            let second = try await database.session.write([
                .init("ALTER TABLE accounts ALTER balance TYPE int USING balance * 2")
            ])
            try await list.position.firstValue(within: .seconds(30)) { position in
                follower.wholeStates.count > 1 && position.map { $0 >= second.position } ?? false
            }
            #expect(list.rows == (try await database.accounts()))
        }
        #expect(follower.wholeStates == [.first, .definitionChanged])
        try await remove(follower)
    }

    @Test func `A table that left the publication for a moment is read again`() async throws {
        let database = try await TestDatabase()
        try await database.makeAccounts()
        let (list, follower) = (list(), database.follower(permanent()))
        try await following(list, by: follower) {
            try await list.isReady()
            try await database.session.write([.init("ALTER PUBLICATION accounts SET (publish = 'insert')")])
            try await database.session.write([.init("UPDATE accounts SET balance = 77")])
            try await database.session.write([
                .init("ALTER PUBLICATION accounts SET (publish = 'insert, update, delete, truncate')")
            ])
            try await list.first(within: .seconds(30)) { $0.allSatisfy { $0.balance == 77 } }
        }
        #expect(follower.wholeStates.last == .definitionChanged)
        try await remove(follower)
    }

    private func remove(_ follower: PostgresFollower<Account>) async throws {
        // The server notices the end of the connection a moment later.
        try await eventually {
            do {
                try await follower.removeSlot()
                return true
            } catch let error as PostgresError where error.code == .slotInUse {
                return false
            }
        }
    }
}

/// Waits until a condition of a real server holds.
func eventually(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "the condition does not hold after 30 seconds")
        try await Task.sleep(for: .milliseconds(20))
    }
}
