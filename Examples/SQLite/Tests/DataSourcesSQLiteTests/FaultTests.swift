import DataSources
import DataSourcesSQLite
import Foundation
import GRDB
import Testing

@Suite(.timeLimit(.minutes(1))) struct FaultTests {
    @Test func `what another process writes appears`() async throws {
        let bank = try Bank()
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            for number in 1...5 {
                try await bank.elsewhere("UPDATE account SET rank = \(1000 + number) WHERE id = \(number)")
                await bank.table.list.first { $0.last?.id == Int64(number) }
            }
            try await bank.elsewhere("DELETE FROM account")
            await bank.table.list.first(where: \.isEmpty)
        }
    }

    @Test func `a checkpoint by another process changes nothing`() async throws {
        let bank = try Bank()
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            let subscription = bank.table.list.subscribe()
            try await bank.elsewhere("PRAGMA wal_checkpoint(TRUNCATE)")
            let (_, position) = try await bank.table.write { try $0.execute(sql: "DELETE FROM account WHERE id = 1") }
            await bank.table.shows(position)
            let update = await subscription.next()
            #expect(update?.changes.deletions.count == 1 && subscription.lag == 0)
            _ = try await bank.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try await bank.elsewhere("UPDATE account SET balance = 3 WHERE id = 2")
            try await bank.caughtUp()
        }
    }

    @Test(arguments: [false, true])
    func `a table that is dropped leaves its last state, stale, until it is there again`(isOurs: Bool) async throws {
        let bank = try Bank()
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            if isOurs {
                try await bank.write("DROP TABLE account")
            } else {
                try await bank.elsewhere("DROP TABLE account")
            }
            let status = await bank.table.list.status.firstValue { if case .stale = $0 { true } else { false } }
            #expect("\(try #require(status))".contains("there is no table"))
            #expect(bank.table.list.snapshot.count == Account.count + 1)
            try await bank.write(
                "CREATE TABLE account (id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, balance INTEGER NOT NULL)")
            await bank.table.list.status.firstValue { $0 == .ready }
            #expect(bank.table.list.snapshot.isEmpty)
            try await bank.write("INSERT INTO account VALUES (1, 2, 3)")
            try await bank.caughtUp()
        }
    }

    @Test func `a table that is altered is followed on`() async throws {
        let bank = try Bank()
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            try await bank.write(
                "ALTER TABLE account ADD COLUMN note TEXT; UPDATE account SET balance = 7 WHERE id = 1")
            try await bank.caughtUp()
            try await bank.write("ALTER TABLE account RENAME COLUMN rank TO place")
            let status = await bank.table.list.status.firstValue { if case .stale = $0 { true } else { false } }
            #expect("\(try #require(status))".contains("has no column \"rank\""))
            try await bank.write(
                "ALTER TABLE account RENAME COLUMN place TO rank; UPDATE account SET balance = 9 WHERE id = 2")
            await bank.table.list.status.firstValue { $0 == .ready }
            try await bank.caughtUp()
            // The key is another column now.
            try await bank.write(
                """
                CREATE TABLE next (note TEXT, rank INTEGER NOT NULL, id INTEGER PRIMARY KEY, balance INTEGER NOT NULL);
                INSERT INTO next SELECT note, rank, id, balance FROM account; DROP TABLE account;
                ALTER TABLE next RENAME TO account
                """)
            try await bank.write("UPDATE account SET id = 500 WHERE id = 5")
            try await bank.caughtUp()
        }
    }

    @Test func `a row that cannot be read makes the list stale until it can`() async throws {
        let bank = try Bank()
        try await bank.write("CREATE TABLE loose (id INTEGER PRIMARY KEY, rank INTEGER, balance INTEGER)")
        let table = FollowedTable(TableQuery<Account>("loose"), in: bank.pool)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run(backoff: Bank.backoff) } catch is CancellationError {} }
            await table.list.status.firstValue { $0 == .ready }
            try await bank.write("INSERT INTO loose VALUES (1, 2, NULL)")
            await table.list.status.firstValue { if case .stale = $0 { true } else { false } }
            try await bank.write("UPDATE loose SET balance = 3")
            await table.list.status.firstValue { $0 == .ready }
            #expect(table.list.snapshot.map(\.balance) == [3])
            group.cancelAll()
        }
    }

    @Test(arguments: [false, true])
    func `a file that is deleted or replaced is a final error`(isReplaced: Bool) async throws {
        let bank = try Bank()
        let error = await #expect(throws: TableError.self) {
            try await bank.followed {
                await bank.table.list.status.firstValue { $0 == .ready }
                try FileManager.default.removeItem(atPath: bank.path)
                if isReplaced { _ = FileManager.default.createFile(atPath: bank.path, contents: Data()) }
                await bank.table.list.status.firstValue { if case .failed = $0 { true } else { false } }
                try await Task.sleep(for: .seconds(30))
            }
        }
        #expect(error?.code == .fileReplaced)
        #expect(bank.table.list.snapshot.count == Account.count + 1)
    }

    @Test func `a file that nobody else may open is followed, also when it is deleted`() async throws {
        let bank = try Bank()
        let path = bank.folder.appendingPathComponent("own.sqlite").path
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try await queue.write { try Account.create($0) }
        let table = FollowedTable(Account.query, in: queue, isShared: false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run(backoff: Bank.backoff) } catch is CancellationError {} }
            for round in Int64(1)...20 {
                if round == 10 { try FileManager.default.removeItem(atPath: path) }
                let (_, position) = try await table.write { database in
                    try database.execute(sql: "UPDATE account SET balance = ? WHERE id = 1", arguments: [round])
                }
                await table.shows(position)
                #expect(table.list.snapshot.first { $0.id == 1 }?.balance == round)
                #expect(table.list.status.value == .ready)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test(arguments: ["-wal", "-shm"], [false, true])
    func `a log that is deleted is a final error, whoever writes`(ending: String, isWrittenElsewhere: Bool) async throws
    {
        let bank = try Bank()
        let other = isWrittenElsewhere ? try Elsewhere(bank.path) : nil
        defer { other?.end() }
        let error = await #expect(throws: TableError.self) {
            try await bank.followed {
                await bank.table.list.status.firstValue { $0 == .ready }
                // The other process has opened it before.
                try other?.write("UPDATE account SET rank = 9999 WHERE id = 3;")
                if isWrittenElsewhere { await bank.table.list.first { $0.last?.id == 3 } }
                try FileManager.default.removeItem(atPath: bank.path + ending)
                try other?.write("UPDATE account SET balance = 7 WHERE id = 4;")
                await bank.table.list.status.firstValue { if case .failed = $0 { true } else { false } }
                try await Task.sleep(for: .seconds(30))
            }
        }
        #expect(error?.code == .fileReplaced)
        #expect(error?.message.contains(ending) == true && error?.message.contains("open it again") == true)
        #expect(bank.table.list.snapshot.count == Account.count + 1)
    }

    @Test func `a file that is emptied is an error, and no empty table`() async throws {
        let bank = try Bank()
        _ = try await bank.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let error = await #expect(throws: TableError.self) {
            try await bank.followed {
                await bank.table.list.status.firstValue { $0 == .ready }
                try FileHandle(forWritingTo: URL(fileURLWithPath: bank.path)).truncate(atOffset: 0)
                await bank.table.list.status.firstValue { if case .failed = $0 { true } else { false } }
                try await Task.sleep(for: .seconds(30))
            }
        }
        #expect(error?.code == .fileReplaced && error?.message.contains("emptied") == true)
        #expect(bank.table.list.snapshot.count == Account.count + 1)
    }

    @Test func `a folder that is moved is a final error`() async throws {
        let bank = try Bank()
        let moved = bank.folder.appendingPathExtension("moved")
        defer { try? FileManager.default.removeItem(at: moved) }
        let error = await #expect(throws: TableError.self) {
            try await bank.followed {
                await bank.table.list.status.firstValue { $0 == .ready }
                try FileManager.default.moveItem(at: bank.folder, to: moved)
                await bank.table.list.status.firstValue { if case .failed = $0 { true } else { false } }
                try await Task.sleep(for: .seconds(30))
            }
        }
        #expect(error?.code == .fileReplaced)
    }

    @Test func `leaving the journal mode WAL between two runs is no damage`() async throws {
        let bank = try Bank()
        let path = bank.folder.appendingPathComponent("modes.sqlite").path
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try await queue.write { try Account.create($0) }
        let table = FollowedTable(Account.query, in: queue)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run() } catch is CancellationError {} }
            await table.list.status.firstValue { $0 == .ready }
            for balance in 1...3 as ClosedRange<Int64> {
                try await Task.sleep(for: .milliseconds(20))
                let (_, position) = try await table.write {
                    try $0.execute(sql: "UPDATE account SET balance = ? WHERE id = 1", arguments: [balance])
                }
                await table.shows(position)
                #expect(table.list.snapshot.first { $0.id == 1 }?.balance == balance)
            }
            #expect(table.list.status.value == .ready)
            group.cancelAll()
        }
    }

    @Test func `a file that is locked for long is stale, and then goes on`() async throws {
        let bank = try Bank()
        let path = bank.folder.appendingPathComponent("locked.sqlite").path
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try Account.create($0) }
        let table = FollowedTable(Account.query, in: queue)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run(backoff: Bank.backoff) } catch is CancellationError {} }
            await table.list.status.firstValue { $0 == .ready }
            var configuration = Bank.configuration
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { database in
                try database.execute(sql: "BEGIN EXCLUSIVE; UPDATE account SET balance = 8 WHERE id = 1")
            }
            let status = await table.list.status.firstValue { if case .stale = $0 { true } else { false } }
            #expect("\(try #require(status))".contains("locked"))
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            await table.list.status.firstValue { $0 == .ready }
            #expect(table.list.snapshot.first { $0.id == 1 }?.balance == 8)
            group.cancelAll()
        }
    }

    @Test func `what cannot be followed is said`() async throws {
        let bank = try Bank()
        try await bank.write(
            "CREATE VIEW seen AS SELECT * FROM account; CREATE TABLE loose (id INTEGER, rank INTEGER, balance INTEGER)")
        for (table, key, code) in [("seen", "id", TableError.Code.notATable), ("loose", "id", .notUnique)] {
            let followed = FollowedTable(TableQuery<Account>(table, key: key), in: bank.pool)
            let error = await #expect(throws: TableError.self) { try await followed.run() }
            #expect(error?.code == code)
        }
        let missing = FollowedTable(TableQuery<Account>("account", columns: ["id", "nothing"]), in: bank.pool)
        let task = Task { try await missing.run(backoff: Bank.backoff) }
        let status = await missing.list.status.firstValue { if case .stale = $0 { true } else { false } }
        #expect("\(try #require(status))".contains("has no column \"nothing\""))
        task.cancel()
        _ = await task.result
    }
}
