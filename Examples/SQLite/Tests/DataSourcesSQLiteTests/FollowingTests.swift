import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
import Testing

@Suite(.timeLimit(.minutes(1))) struct FollowingTests {
    @Test func `one transaction is one update, and moving a row by its sort key is a move`() async throws {
        let bank = try Bank()
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            let subscription = bank.table.list.subscribe()
            let (_, position) = try await bank.table.write { database in
                try database.execute(sql: "UPDATE account SET rank = 1000 WHERE id = 3")
                try database.execute(sql: "DELETE FROM account WHERE id = 4")
                try database.execute(sql: "UPDATE account SET balance = 5 WHERE id = 5")
            }
            await bank.table.shows(position)
            let changes = try #require(await subscription.next()).changes
            #expect(changes.moves.count == 1 && changes.deletions.count == 1 && changes.insertions.isEmpty)
            #expect(bank.table.list.snapshot.last?.id == 3)
            #expect(subscription.lag == 0)
        }
    }

    @Test func `one waits for one's own write, also for one that touches nothing`() async throws {
        let bank = try Bank()
        let (_, early) = try await bank.table.write {
            try $0.execute(sql: "UPDATE account SET balance = 1 WHERE id = 1")
        }
        try await bank.followed {
            await bank.table.shows(early)
            #expect(bank.table.list.snapshot.first { $0.id == 1 }?.balance == 1)
            for round in 0..<20 {
                let (_, position) = try await bank.table.write { database in
                    try database.execute(sql: "UPDATE account SET balance = ? WHERE id = 1", arguments: [round])
                }
                await bank.table.shows(position)
                #expect(bank.table.list.snapshot.first { $0.id == 1 }?.balance == Int64(round))
            }
            await bank.table.shows(try await bank.table.write { _ in }.position)
        }
    }

    @Test(arguments: [true, false])
    func `what GRDB's events miss is not missed`(allowsHook: Bool) async throws {
        let bank = try Bank(allowsHook: allowsHook)
        // Prepared before anybody follows: SQLite may then delete all rows without a report.
        try await bank.pool.write { database in
            let statement = try database.cachedStatement(sql: "DELETE FROM account")
            try database.inSavepoint {
                try statement.execute()
                return .rollback
            }
        }
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            for sql in [
                "UPDATE account SET id = 900 WHERE id = 2", "REPLACE INTO account VALUES (901, 30, 1)",
                "INSERT INTO account VALUES (5, 77, 1) ON CONFLICT (id) DO UPDATE SET rank = 78",
                "UPDATE account SET id = -id",
                "UPDATE account SET balance = balance",
            ] {
                try await bank.write(sql)
                try await bank.caughtUp()
            }
            try await bank.pool.write { try $0.cachedStatement(sql: "DELETE FROM account").execute() }
            try await bank.caughtUp()
            #expect(bank.table.list.snapshot.isEmpty)
        }
    }

    struct Word: TableRow, Codable {
        var id: String
        var count: Int
    }

    @Test(arguments: [true, false], ["", "WITHOUT ROWID"])
    func `a table with texts as keys, without row ids or with them`(allowsHook: Bool, options: String) async throws {
        let bank = try Bank()
        try await bank.write("CREATE TABLE word (count INTEGER, id TEXT NOT NULL PRIMARY KEY) \(options)")
        let words = FollowedTable(
            TableQuery<Word>("Word", where: "count < ?", arguments: [100]), in: bank.pool, allowsHook: allowsHook)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await words.run() } catch is CancellationError {} }
            for (sql, wanted) in [
                (
                    "INSERT INTO word VALUES (1, 'a'), (2, 'b'), (100, 'c')",
                    [Word(id: "a", count: 1), Word(id: "b", count: 2)]
                ),
                ("UPDATE word SET id = 'z' WHERE id = 'a'", [Word(id: "b", count: 2), Word(id: "z", count: 1)]),
                ("UPDATE word SET count = 200 WHERE id = 'b'", [Word(id: "z", count: 1)]),
                ("UPDATE word SET count = 3 WHERE id = 'c'", [Word(id: "c", count: 3), Word(id: "z", count: 1)]),
                ("REPLACE INTO word VALUES (4, 'z')", [Word(id: "c", count: 3), Word(id: "z", count: 4)]),
                ("DELETE FROM word", []),
            ] {
                let (_, position) = try await words.write { try $0.execute(sql: sql) }
                await words.shows(position)
                #expect(Array(words.list.snapshot) == wanted, "after \(sql)")
            }
            group.cancelAll()
        }
    }

    @Test func `several tables through one connection`() async throws {
        let bank = try Bank()
        let second = FollowedTable(Account.query, in: bank.pool)
        try await bank.followed {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { do { try await second.run() } catch is CancellationError {} }
                await second.list.status.firstValue { $0 == .ready }
                await bank.table.list.status.firstValue { $0 == .ready }
                try await bank.write("UPDATE account SET id = 55 WHERE id = 5")
                await second.list.first { $0.contains { $0.id == 55 } && !$0.contains { $0.id == 5 } }
                group.cancelAll()
            }
            try await bank.caughtUp()
            // The first one goes on when the second has left.
            try await bank.write("UPDATE account SET id = 66 WHERE id = 6")
            try await bank.caughtUp()
        }
    }

    @Test func `a queue, and a database in memory`() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { try Account.create($0) }
        let table = FollowedTable(Account.query, in: queue)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run() } catch is CancellationError {} }
            let (_, position) = try await table.write { try $0.execute(sql: "DELETE FROM account WHERE id > 2") }
            await table.shows(position)
            #expect(table.list.snapshot.map(\.id) == [0, 1, 2])
            group.cancelAll()
        }
    }

    @Test
    func `a table of many rows comes in batches with progress, and a follower that is cancelled leaves no reader`()
        async throws
    {
        let bank = try Bank()
        try await bank.write(
            """
            WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            INSERT INTO account SELECT i, i, 0 FROM n
            """
        )
        for _ in 0..<3 {
            // Each run ends while it reads; ten readers would be all there are.
            let once = FollowedTable(Account.query, in: bank.pool)
            let task = Task { try await once.run() }
            await once.list.status.firstValue { if case .loading(let part?) = $0 { part > 0 } else { $0 == .ready } }
            task.cancel()
            _ = await task.result
        }
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            #expect(bank.table.list.snapshot.count == 59_001 + Account.count + 1)
            try await bank.write("DELETE FROM account WHERE id >= 1000")
            try await bank.caughtUp()
        }
    }
}
