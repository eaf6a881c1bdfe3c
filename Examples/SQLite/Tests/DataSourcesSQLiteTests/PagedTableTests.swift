import DataSources
import DataSourcesSQLite
import DataSourcesTesting
import GRDB
import Testing

/// Pages of a table: what is loaded, what it costs, and what it shows while others write.
@Suite(.timeLimit(.minutes(2))) struct PagedTableTests {
    struct Entry: TableRow, Codable {
        var id: Int64
        var day: Int64
        var text: String

        /// The newest day first.
        static let newest = TableQuery<Entry>(
            "entry", where: "id <> ?", arguments: [-1], sortedBy: [.descending("day", { $0.day })])
    }

    private static func create(_ bank: Bank, count: Int) async throws {
        try await bank.pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE entry (id INTEGER PRIMARY KEY, day INTEGER NOT NULL, text TEXT NOT NULL);
                    CREATE INDEX entryDay ON entry (day DESC, id);
                    """)
            for id in 0..<count {
                try database.execute(
                    sql: "INSERT INTO entry VALUES (?, ?, ?)", arguments: [id, id * 7919 % count / 10, "entry \(id)"])
            }
        }
    }

    /// Follows a table while `body` runs.
    private func followed<Item>(_ table: PagedTable<Item>, _ body: @escaping @Sendable () async throws -> Void)
        async throws
    {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { do { try await table.run(backoff: Bank.backoff) } catch is CancellationError {} }
            await table.list.status.firstValue { $0 == .ready }
            try await body()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test func `a long table is scrolled in pages, and edits arrive in place, whoever makes them`() async throws {
        let bank = try Bank()
        try await Self.create(bank, count: 5_000)
        let table = PagedTable(Entry.newest, in: bank.pool, size: 50, limit: 300)
        let all = try await bank.pool.read { database in
            try Entry.fetchAll(database, sql: "SELECT * FROM entry ORDER BY day DESC, id")
        }
        try await followed(table) {
            #expect(Array(table.list.snapshot) == Array(all.prefix(50)))
            var seen: [Entry] = []
            for first in stride(from: 0, to: 5_000, by: 25) {
                let shown = Array(table.list.snapshot)
                let offset = try #require(shown.firstIndex(of: all[first]))
                try await table.list.didShow(offset..<offset + 25)
                seen += Array(table.list.snapshot).filter { $0.day == all[first].day && !seen.contains($0) }
                let count = table.list.snapshot.count
                #expect(count <= 300)
            }
            #expect(table.list.endPhase.value == .atEnd && table.list.startPhase.value == .idle)
            #expect(Array(table.list.snapshot) == Array(all.suffix(table.list.snapshot.count)))

            let last = try #require(all.last)
            let (_, position) = try await table.write { database in
                try database.execute(sql: "UPDATE entry SET text = 'here' WHERE id = ?", arguments: [last.id])
                try database.execute(sql: "UPDATE entry SET text = 'far away' WHERE id = ?", arguments: [all[0].id])
                try database.execute(sql: "DELETE FROM entry WHERE id = ?", arguments: [all[1].id])
            }
            await table.shows(position)
            #expect(table.list.snapshot.last?.text == "here")
            try await bank.elsewhere("UPDATE entry SET text = 'elsewhere' WHERE id = \(last.id)")
            await table.list.first { $0.last?.text == "elsewhere" }
            try await table.list.show(.start)
            #expect(table.list.snapshot.first?.text == "far away" && table.list.snapshot.count == 50)
            try await table.list.show(.from(all[2_500]))
            #expect(Array(table.list.snapshot) == Array(all[2_500..<2_550]))
        }
    }

    @Test func `a page is found in the index, wherever it lies`() async throws {
        let bank = try Bank()
        try await Self.create(bank, count: 1_000)
        let item = Entry(id: 500, day: 50, text: "")
        let places: [RowPageRequest<Entry>.Place] = [.start, .end, .from(item), .after(item), .before(item)]
        for place in places {
            let plan = try await bank.pool.read { database in
                let query = try Entry.newest.page(in: database, RowPageRequest(place, size: 20))
                return try String.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + query.sql, arguments: query.arguments,
                    adapter: SuffixRowAdapter(fromIndex: 3))
            }
            #expect(plan.count == 1 && plan[0].contains("USING INDEX entryDay"), "\(place): \(plan)")
            let isWhole = if case .start = place { true } else if case .end = place { true } else { false }
            #expect(plan[0].hasPrefix(isWhole ? "SCAN" : "SEARCH"), "\(place): \(plan)")
        }
    }

    @Test(arguments: [true, false])
    func `every state is part of one that was committed, in order, while others write`(allowsHook: Bool) async throws {
        let bank = try Bank(allowsHook: allowsHook)
        let table = PagedTable(bank.table, size: 3, limit: 12, prefetchDistance: 1)
        try await followed(table) {
            let reader = Task {
                var states: [[Account]] = []
                for await update in table.list.subscribe().validating() { states.append(Array(update.after)) }
                return states
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in UInt64(0)..<3 {
                    group.addTask {
                        var random = Random(seed: writer)
                        for _ in 0..<150 {
                            do {
                                let seed = random.next()
                                try await bank.pool.write { database in
                                    var random = Random(seed: seed)
                                    try Work.transaction(database, &random)
                                }
                            } catch is Work.TakenBack {}
                        }
                    }
                }
                group.addTask {
                    for round in 0..<20 {
                        try await bank.elsewhere(
                            "BEGIN IMMEDIATE; UPDATE account SET rank = rank + 1000000 WHERE id = (SELECT min(id) FROM "
                                + "account WHERE id > \(round)); \(Account.ends) COMMIT;")
                    }
                }
                group.addTask {
                    var random = Random(seed: 9)
                    for round in 0..<200 {
                        let first = Int.random(in: 0..<12, using: &random)
                        do {
                            if round % 20 == 0 { try await table.list.show(round % 40 == 0 ? .end : .start) }
                            try await table.list.didShow(first..<first + 3)
                        } catch is TableError, is FollowError {
                            // Others have written all the time; it is no wrong state.
                            _ = try? await table.list.loadMore()
                        }
                    }
                }
                try await group.waitForAll()
            }
            let (_, position) = try await table.write { try $0.execute(sql: Account.ends) }
            await table.shows(position)
            reader.cancel()
            let states = await reader.value
            let log = try await bank.pool.read { database in
                try String.fetchAll(database, sql: "SELECT accounts FROM log ORDER BY number").map { " \($0) " }
            }
            var place = 0
            for state in states where !state.isEmpty {
                let text = " " + state.map { "\($0.id):\($0.rank):\($0.balance)" }.joined(separator: " ") + " "
                let found = log[place...].firstIndex { $0.contains(text) }
                #expect(found != nil, "never committed, or out of order: \(text)")
                place = found ?? place
            }
            #expect(states.count > 50)
        }
    }
}
