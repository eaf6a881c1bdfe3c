import Console
import DataSources
import DataSourcesSQLite
import Foundation
import GRDB

/// The figures, measured one after the other in one process.
struct Measurements: Sendable {
    /// A way to be told of changes.
    private struct Way {
        let name: String
        /// CPU of a round, the write included, in milliseconds.
        var cpu: Double
        /// Until `write` returned, and until the subscriber had the update, in milliseconds.
        var writes: [Double]
        var updates: [Double]
        var memory: Int

        var line: String {
            "\(name.padding(toLength: 34, withPad: " ", startingAt: 0))\(text(cpu).leftPadded(11)) \(text(median(writes)).leftPadded(10)) "
                + "\(updates.isEmpty ? "         -" : text(median(updates)).leftPadded(10)) \(String(memory).leftPadded(5))\n"
        }
    }

    let pool: DatabasePool
    let rows: Int
    let rounds: Int

    func run() async throws {
        try write("filling a table of \(Cents.grouped(rows)) rows ...\n")
        try await pool.write { [rows] database in
            let statement = try database.makeStatement(
                sql: "INSERT INTO entry (day, account, payee, category, cents, note) VALUES (?, ?, ?, ?, ?, ?)")
            for entry in EntryGenerator(count: rows, seed: 1) {
                try statement.execute(arguments: [
                    entry.day, entry.account, entry.payee, entry.category, entry.cents, entry.note,
                ])
            }
        }
        _ = try await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try write(
            "\na round is 10 rows changed by one transaction; p50 of wall times; \(rounds) rounds, ValueObservation "
                + "\(max(3, rounds / 10))\n"
        )
        try write("                                      CPU, ms  write, ms update, ms   MiB\n")
        let nobody = try await alone()
        let followed = try await followed()
        let observed = try await observed()
        for way in [nobody, followed, observed] { try write(way.line) }
        let net = (followed.cpu - nobody.cpu, observed.cpu - nobody.cpu)
        try write(
            """
            CPU net of the write: \(text(net.0)) ms and \(text(net.1)) ms: \
            \(Int(net.1 / max(net.0, 0.0001))) times less (target 500)
            writer delayed by \(text(median(followed.writes) - median(nobody.writes))) ms (target 0.2)

            """)
        // Last: what it frees, the process keeps.
        try await loads()
    }

    // MARK: Loading

    private func loads() async throws {
        var (fetched, loaded): ([(cpu: Double, wall: Double)], [(cpu: Double, wall: Double)]) = ([], [])
        for _ in 0..<5 {
            let start = (cpu: Usage.cpu, time: ContinuousClock.now)
            let rows = try await pool.read { try BenchmarkRow.fetchAll($0, sql: BenchmarkRow.sql) }
            fetched.append((Usage.cpu - start.cpu, (ContinuousClock.now - start.time) / .seconds(1)))
            withExtendedLifetime(rows) {}
            let before = (cpu: Usage.cpu, time: ContinuousClock.now)
            try await following { _ in
                loaded.append((Usage.cpu - before.cpu, (ContinuousClock.now - before.time) / .seconds(1)))
            }
        }
        let (cpu, wall) = (
            (median(fetched.map(\.cpu)), median(loaded.map(\.cpu))),
            (median(fetched.map(\.wall)), median(loaded.map(\.wall)))
        )
        try write(
            """
            first load, median of 5, s: CPU \(text(cpu.0)) fetchAll, \(text(cpu.1)) FollowedTable: \
            \(text(cpu.1 / cpu.0)) times; wall \(text(wall.0)) and \(text(wall.1)): \(text(wall.1 / wall.0)) times \
            (target 1.3)

            """)
    }

    private func following(_ body: (FollowedTable<BenchmarkRow>) async throws -> Void) async throws {
        let table = FollowedTable(BenchmarkRow.query, in: pool)
        let task = Task { try await table.run() }
        await table.list.status.firstValue { $0 == .ready }
        try await body(table)
        task.cancel()
        _ = await task.result
    }

    // MARK: Rounds

    private func alone() async throws -> Way {
        try await measure("nobody follows", rounds: rounds) { false }
    }

    private func followed() async throws -> Way {
        var way: Way?
        try await following { table in
            let subscription = table.list.subscribe()
            way = try await measure("FollowedTable", rounds: rounds) {
                await subscription.next() != nil
            }
        }
        guard let way else { throw CancellationError() }
        return way
    }

    private func observed() async throws -> Way {
        let source = ListSource<BenchmarkRow>()
        let observation = ValueObservation.trackingConstantRegion { database in
            try BenchmarkRow.fetchAll(database, sql: BenchmarkRow.sql)
        }
        let values = observation.values(in: pool)
        let task = Task {
            for try await rows in values { try await source.replaceAll(with: rows) }
        }
        let subscription = source.subscribe()
        _ = await subscription.next()
        let way = try await measure("ValueObservation and replaceAll", rounds: max(3, rounds / 10)) {
            await subscription.next() != nil
        }
        task.cancel()
        _ = await task.result
        return way
    }

    private func measure(_ name: String, rounds: Int, wait: () async -> Bool) async throws -> Way {
        var way = Way(name: name, cpu: 0, writes: [], updates: [], memory: 0)
        var start = Usage.cpu
        var random = SplitMix(seed: 7)
        // Not counted: the first rounds prepare statements.
        let warmUp = min(5, rounds / 3)
        for round in 0..<warmUp + rounds {
            if round == warmUp { start = Usage.cpu }
            let ids = (0..<10).map { _ in Int.random(in: 1...rows, using: &random) }
            // On the writer's queue, so that no change of threads is in it.
            let (writing, written) = try await pool.writeWithoutTransaction { database in
                let before = ContinuousClock.now
                try database.inTransaction {
                    let statement = try database.cachedStatement(sql: "UPDATE entry SET cents = cents + 1 WHERE id = ?")
                    for id in ids { try statement.execute(arguments: [id]) }
                    return .commit
                }
                return (ContinuousClock.now - before, ContinuousClock.now)
            }
            let isUpdated = await wait()
            try Task.checkCancellation()
            if round < warmUp { continue }
            way.writes.append(writing / .milliseconds(1))
            if isUpdated { way.updates.append((ContinuousClock.now - written) / .milliseconds(1)) }
        }
        way.cpu = (Usage.cpu - start) / Double(rounds) * 1000
        way.memory = Usage.memory
        return way
    }

    private func write(_ text: String) throws { try StandardOutput.write(text) }
}

private func text(_ number: Double) -> String { String(format: "%.3f", number) }

private func median(_ numbers: [Double]) -> Double { numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2] }

extension String {
    fileprivate func leftPadded(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
