import DataSources
import DataSourcesSQLite
import GRDB
import Testing

@Suite(.timeLimit(.minutes(2))) struct AcceptanceTests {
    /// Lets several tasks write random transactions; returns the number of the last commit.
    private static func write(_ bank: Bank, writers: Int, transactions: Int, seed: UInt64) async throws -> Int64 {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    var random = Random(seed: seed &* 100 &+ UInt64(writer))
                    for _ in 0..<transactions {
                        let next = Random(seed: random.next())
                        do {
                            try await bank.pool.write { database in
                                var random = next
                                try Work.transaction(database, &random)
                            }
                        } catch is Work.TakenBack {}
                    }
                }
            }
            try await group.waitForAll()
        }
        // The last one, which says that it is.
        return try await bank.pool.write { database in
            try database.execute(sql: Account.ends)
            return try Int64.fetchOne(database, sql: "SELECT balance FROM account WHERE id = 0") ?? -1
        }
    }

    @Test(arguments: [true, false], 1...4 as ClosedRange<UInt64>)
    func `whatever writers do, each state seen was committed, in order, and the end equals the table`(
        allowsHook: Bool, seed: UInt64
    ) async throws {
        let bank = try Bank(allowsHook: allowsHook)
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            let (numbers, output) = AsyncStream.makeStream(of: Int64.self)
            async let seen = Self.states(of: bank.table.list, until: numbers)
            let last = try await Self.write(bank, writers: 4, transactions: 100, seed: seed)
            output.yield(last)
            output.finish()
            try await bank.caughtUp()
            let states = await seen
            let verdict = try await bank.pool.read { try Checker.verdict(on: states, $0) }
            #expect(verdict.wrong.isEmpty, "seed \(seed): \(verdict.wrong.prefix(3))")
            #expect(verdict.states > 1)
        }
    }

    private static func states(
        of list: some DataSource<ListSnapshot<Account>>, until numbers: AsyncStream<Int64>
    ) async -> [[Account]] {
        await withTaskGroup(of: [[Account]].self) { group in
            group.addTask { await Checker.states(of: list, until: .max) }
            group.addTask {
                for await last in numbers { await list.first { $0.contains { $0.id == 0 && $0.balance == last } } }
                return []
            }
            _ = await group.next()
            group.cancelAll()
            return await group.next() ?? []
        }
    }

    @Test func `rows that are read after later commits show states that never were, and the checker says so`()
        async throws
    {
        let bank = try Bank()
        let late = LateFollower()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await late.run(bank.pool) }
            await late.list.status.firstValue { $0 == .ready }
            let (numbers, output) = AsyncStream.makeStream(of: Int64.self)
            async let seen = Self.states(of: late.list, until: numbers)
            output.yield(try await Self.write(bank, writers: 4, transactions: 200, seed: 5))
            output.finish()
            let states = await seen
            late.finish()
            try await group.waitForAll()
            let verdict = try await bank.pool.read { try Checker.verdict(on: states, $0) }
            #expect(!verdict.wrong.isEmpty, "none of \(verdict.states) states is wrong")
        }
    }

    @Test(arguments: [true, false])
    func `another connection's commits between its own make no mixture`(allowsHook: Bool) async throws {
        let bank = try Bank(allowsHook: allowsHook)
        let other = try DatabaseQueue(path: bank.path, configuration: Bank.configuration)
        try await bank.followed {
            await bank.table.list.status.firstValue { $0 == .ready }
            let (numbers, output) = AsyncStream.makeStream(of: Int64.self)
            async let seen = Self.states(of: bank.table.list, until: numbers)
            async let foreign: Void = {
                for number in 0..<150 {
                    do {
                        try await other.write { database in
                            var random = Random(seed: UInt64(1000 + number))
                            try Work.transaction(database, &random)
                        }
                    } catch is Work.TakenBack {}
                }
            }()
            _ = try await Self.write(bank, writers: 2, transactions: 75, seed: 9)
            try await foreign
            output.yield(try await Self.write(bank, writers: 1, transactions: 1, seed: 10))
            output.finish()
            try await bank.caughtUp()
            let states = await seen
            let verdict = try await bank.pool.read { try Checker.verdict(on: states, $0) }
            #expect(verdict.wrong.isEmpty, "\(verdict.wrong.prefix(3))")
            #expect(verdict.states > 1)
        }
    }
}
