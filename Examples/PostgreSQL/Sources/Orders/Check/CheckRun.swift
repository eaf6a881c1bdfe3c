import Console
import DataSources
import DataSourcesPostgreSQL
import Foundation
import PrivateServer
import Processes
import Synchronization

/// One run of the check.
struct CheckRun: Sendable {
    typealias Accounts = FollowedList<Account, LogPosition>

    let options: Check
    private let list = Accounts(sortedBy: .ascending(\.id))

    init(options: Check) { self.options = options }

    /// - Returns: The exit code.
    func run() async throws -> Int32 {
        let server = try await blocking {
            try PrivateServer(settings: [
                "max_slot_wal_keep_size=\(Self.keptLog)MB", "deadlock_timeout=100ms", "max_wal_size=2GB",
                "shared_buffers=256MB",
            ])
        }
        let result: Result<Int32, any Error>
        do {
            result = .success(try await run(on: server))
        } catch {
            result = .failure(error)
        }
        // Also after an interruption, which has cancelled this task.
        await Task { _ = try? await blocking { server.remove() } }.value
        return try result.get()
    }

    /// The most log that the server keeps for a slot, in MiB.
    private static let keptLog = 512

    private func run(on server: PrivateServer) async throws -> Int32 {
        let bank = Bank(url: server.url, rows: options.rows)
        try say("\(options.rows.grouped) accounts, \(options.rate) changes a second for \(options.seconds) s")
        try await bank.create()
        let follower = PostgresFollower<Account>(
            server.url, table: TableName("accounts"), publication: "accounts",
            settings: FollowerSettings(slot: .permanent("in_memory")))
        let process = try FollowerProcess(
            [
                "follow", "--url", server.url, "--slot", "stored",
                "--state", server.folder.appending(path: "state").path,
                "--sum", "\(bank.sum)",
            ] + (options.bug == .confirmsTooEarly ? ["--confirms-too-early"] : []), in: server.folder)
        try await process.start()
        let verdict: Verdict
        do {
            verdict = try await check(server, bank, follower, process)
        } catch {
            await process.kill()
            throw error
        }
        await process.kill()
        try StandardOutput.write(verdict.text)
        return verdict.isGood ? 0 : 1
    }

    // MARK: The course

    private func check(
        _ server: PrivateServer, _ bank: Bank, _ follower: PostgresFollower<Account>, _ process: FollowerProcess
    ) async throws -> Verdict {
        let observer = Observer(list, sum: bank.sum)
        let observing = Task { await observer.run() }
        defer { observing.cancel() }
        var verdict = Verdict()
        let start = ContinuousClock.now
        try await following(follower) {
            await list.status.firstValue { $0 == .ready }
            try say("copied in \(Self.text(.now - start))")
            let tally = try await writing(bank) {
                try await faults(server, bank, process)
            }
            verdict.add(
                "writers: \(tally.transactions.grouped) transactions, \(tally.rolledBack) rolled back, "
                    + "\(tally.repeated) repeated")
            try await shows(try await bank.end())
        }
        if options.backlog > 0 { try await backlog(bank, follower, observer, &verdict) }
        if options.slow { try await slow(server, bank, &verdict) }
        try await following(follower) { try await shows(try await bank.end()) }
        await observer.settled(at: list.snapshot.version)

        let (end, table) = (try await bank.end(), try await bank.digest())
        let lines = try await process.finish(at: end, within: .seconds(120))
        let checker = observer.checker
        verdict.require(
            checker.wrongCount == 0,
            "in memory: \(checker.states.grouped) states seen, \(checker.wrongCount) wrong", checker.wrong)
        let shown = Digest.of(list.snapshot)
        verdict.require(shown == table, "in memory: the end is equal to the table", ["\(shown) is not \(table)"])
        verdict.add("in memory: whole states: \(follower.wholeStates.map(\.rawValue).joined(separator: ", "))")
        let wrong = lines.filter { $0.hasPrefix("WRONG") }
        verdict.require(wrong.isEmpty, "stored: \(wrong.count) states wrong", Array(wrong.prefix(5)))
        verdict.require(
            lines.last == "end \(table)", "stored: the end is equal to the table",
            ["\(lines.last ?? "") is not end \(table)"])
        let reasons = lines.filter { $0.hasPrefix("whole ") }.map { $0.dropFirst(6) }
        verdict.require(
            !reasons.contains("confirmedAhead"), "stored: the server was never told more than was stored",
            ["after a crash the server was ahead of the stored state: whole states: \(reasons.joined(separator: ", "))"]
        )
        verdict.add("stored: whole states: \(reasons.joined(separator: ", "))")
        return verdict
    }

    private func following<Result: Sendable>(
        _ follower: PostgresFollower<Account>, _ body: () async throws -> Result
    ) async throws -> Result {
        let run = Task { [list] in
            try await follower.run(list, backoff: Backoff(initial: .milliseconds(50), maximum: .milliseconds(500)))
        }
        defer { run.cancel() }
        let result = try await body()
        run.cancel()
        _ = await run.result
        return result
    }

    /// Waits until the list shows everything up to a position.
    private func shows(_ position: LogPosition) async throws {
        do {
            try await list.position.firstValue(within: .seconds(300)) { $0.map { $0 >= position } ?? false }
        } catch is TimeoutError {
            throw CheckError("the list does not get to \(position): it is \(list.status.value.text)")
        }
    }

    // MARK: Writers and faults

    private func writing(_ bank: Bank, _ body: () async throws -> Void) async throws -> Bank.Tally {
        // Three rows a transaction.
        let rate = max(0.5, Double(options.rate) / 3 / Double(Bank.writers))
        let counting = Counting()
        let writers = (1...Bank.writers).map { writer in
            Task { try await bank.transfer(writer: writer, rate: rate) { counting.add($0) } }
        }
        defer { for writer in writers { writer.cancel() } }
        try await body()
        for writer in writers { writer.cancel() }
        for writer in writers {
            if case .failure(let error) = await writer.result, !(error is CancellationError) { throw error }
        }
        return counting.tally
    }

    private func faults(_ server: PrivateServer, _ bank: Bank, _ process: FollowerProcess) async throws {
        let start = ContinuousClock.now
        for (number, fault) in options.faults.enumerated() {
            let time = start + .seconds(options.seconds) * (number + 1) / (options.faults.count + 1)
            try await Task.sleep(until: time, clock: .continuous)
            try say("fault: \(fault.rawValue)")
            try await make(fault, server, bank, process, number: number + 1)
        }
        try await Task.sleep(until: start + .seconds(options.seconds), clock: .continuous)
    }

    private func make(
        _ fault: Check.Fault, _ server: PrivateServer, _ bank: Bank, _ process: FollowerProcess, number: Int
    ) async throws {
        let session = PostgresSession(server.url)
        switch fault {
        case .sender:
            try await session.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'walsender'")
        case .restart:
            try await blocking {
                try server.stop(.fast)
                try server.start()
            }
        case .kill:
            try await blocking {
                try server.stop(.kill)
                try server.start()
            }
        case .follower:
            await process.kill()
            try await process.start()
        case .slot:
            let long = PostgresSession(server.url)
            try await long.query("BEGIN; UPDATE accounts SET owner = owner WHERE id = -\(Bank.large)")
            try await eventually {
                // In one statement: the follower is quick to come back.
                (try? await session.query(
                    """
                    SELECT pg_terminate_backend(active_pid, 1000), pg_drop_replication_slot(slot_name) \
                    FROM pg_replication_slots WHERE slot_name = 'in_memory'
                    """)) != nil
            }
            // A new slot waits for it.
            try await Task.sleep(for: .seconds(1))
            try await long.query("COMMIT")
        case .large: try await bank.change(accounts: 100_000, tag: number)
        }
    }

    // MARK: A backlog

    /// Whether subscribers keep receiving while a backlog is applied.
    private func backlog(
        _ bank: Bank, _ follower: PostgresFollower<Account>, _ observer: Observer, _ verdict: inout Verdict
    ) async throws {
        try say("a backlog of \(options.backlog.grouped) transactions")
        try await bank.makeBacklog(transactions: options.backlog)
        let end = try await bank.end()
        let wholes = follower.wholeStates.count
        observer.countBacklog()
        let start = ContinuousClock.now
        try await following(follower) { try await shows(end) }
        let (updates, time) = (observer.backlogUpdates, ContinuousClock.now - start)
        verdict.require(
            updates >= 3,
            "backlog: \(options.backlog.grouped) transactions in \(Self.text(time)); a subscriber received "
                + "\(updates.grouped) updates within it", ["fewer than 3: subscribers wait for its end"])
        verdict.require(
            follower.wholeStates.count == wholes, "backlog: it went on where it was", ["it read the whole state"])
    }

    // MARK: A slow follower

    /// A follower that takes nothing until its slot is lost.
    private func slow(_ server: PrivateServer, _ bank: Bank, _ verdict: inout Verdict) async throws {
        try say("a slow follower")
        let slow = Accounts(sortedBy: .ascending(\.id))
        let follower = PostgresFollower<Account>(
            server.url, table: TableName("accounts"), publication: "accounts",
            settings: FollowerSettings(slot: .permanent("slow")))
        let isOpen = Parameter(true)
        let run = Task {
            try await slow.run(backoff: Backoff(initial: .milliseconds(50), maximum: .milliseconds(500))) { position in
                Gated(base: try follower.events(after: position, for: slow), isOpen: isOpen)
            }
        }
        defer { run.cancel() }
        await slow.status.firstValue { $0 == .ready }
        isOpen.set(false)
        let session = PostgresSession(server.url)
        // Log that the other followers confirm and this one does not.
        var retained = 0
        for _ in 0..<8 * Self.keptLog / 64 {
            try await session.write([Self.load])
            retained = max(retained, follower.slotReport.value?.retained ?? 0)
        }
        try await eventually {
            try await session.query("SELECT pg_switch_wal()")
            try await session.query("CHECKPOINT")
            try await session.write([Self.load])
            retained = max(retained, follower.slotReport.value?.retained ?? 0)
            let rows = try await session.query("SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'slow'")
            return rows.first?.first == "lost"
        }
        isOpen.set(true)
        let end = try await bank.end()
        do {
            try await slow.position.firstValue(within: .seconds(120)) { $0.map { $0 >= end } ?? false }
        } catch is TimeoutError {
            throw CheckError("the slow list does not get on: it is \(slow.status.value.text)")
        }
        let (shown, table) = (Digest.of(slow.snapshot), try await bank.digest())
        verdict.require(
            shown == table && follower.wholeStates.contains(.slotLost),
            "slow: \(retained >> 20) MiB of log retained were seen, the slot was lost, and the whole state was read",
            ["\(shown) is not \(table); whole states: \(follower.wholeStates.map(\.rawValue))"])
        run.cancel()
        _ = await run.result
    }

    /// 16 MB of log that concerns no table.
    private static let load = PostgresSession.Statement(
        "SELECT pg_logical_emit_message(false, 'load', repeat('x', 1000000)) FROM generate_series(1, 16)")

    // MARK: What is said

    private func say(_ text: String) throws {
        try StandardOutput.write(text + "\n", to: STDERR_FILENO)
    }

    private static func text(_ duration: Duration) -> String {
        "\(Double(Int(duration / .milliseconds(10))) / 100) s"
    }
}

/// Counts what writers have done.
private final class Counting: Sendable {
    private let state = Mutex(Bank.Tally())

    var tally: Bank.Tally { state.withLock { $0 } }

    func add(_ tally: Bank.Tally) {
        state.withLock { state in
            state.transactions += tally.transactions
            state.rolledBack += tally.rolledBack
            state.repeated += tally.repeated
        }
    }
}

/// Waits until a condition of the server holds.
private func eventually(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw CheckError("the server does not get there in 120 s") }
        try await Task.sleep(for: .milliseconds(50))
    }
}
