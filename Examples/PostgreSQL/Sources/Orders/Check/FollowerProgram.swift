import ArgumentParser
import Console
import DataSources
import DataSourcesPostgreSQL
import Foundation
import Processes

/// A follower in a process of its own, which stores its state and is killed by the check: `Orders follow`.
///
/// It prints `WRONG` and why for a state that was not committed, `whole` and why for each whole state, and after
/// `finish <position>` on its input what it has: `end <digest>`.
struct FollowerProgram: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "Orders follow", abstract: "Follows the table of a check; started by it.")

    @Option(help: "The database.") var url: String
    @Option(help: "The slot.") var slot: String
    @Option(help: "The file of the state.") var state: String
    @Option(help: "The sum of all balances.") var sum: Int
    @Flag(help: "Confirm what is not stored.") var confirmsTooEarly = false

    func run() async throws {
        let list = FollowedList<Account, LogPosition>(sortedBy: .ascending(\.id))
        let follower = PostgresFollower<Account>(
            url, table: TableName("accounts"), publication: "accounts",
            settings: FollowerSettings(slot: .permanent(slot), confirmation: .explicit))
        let file = StateFile(path: state)
        let stored = try file.read()
        try await withThrowingTaskGroup(of: Void.self) { @Sendable [self] group in
            group.addTask {
                let backoff = Backoff(initial: .milliseconds(50), maximum: .milliseconds(500))
                try await follower.run(list, backoff: backoff, restoring: stored)
            }
            group.addTask { try await check(list) }
            group.addTask { try await save(list, file, follower) }
            group.addTask { try await report(follower) }
            group.addTask { try await finish(list) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func check(_ list: FollowedList<Account, LogPosition>) async throws {
        var checker = StateChecker(sum: sum)
        let subscription = list.subscribe()
        checker.begin(subscription.snapshot)
        var said = 0
        for await update in subscription {
            checker.update(update)
            while said < checker.wrong.count {
                try StandardOutput.write("WRONG \(checker.wrong[said])\n")
                said += 1
            }
        }
    }

    /// Stores the state from time to time, and confirms what is stored; the bug stores the first state only.
    private func save(
        _ list: FollowedList<Account, LogPosition>, _ file: StateFile, _ follower: PostgresFollower<Account>
    ) async throws {
        let cuts = Cut.source(of: list)
        var last: LogPosition?
        while true {
            try await Task.sleep(for: .milliseconds(300))
            let cut = await cuts.snapshot.value
            guard let cut, let position = cut.position, position != last else { continue }
            if confirmsTooEarly, last != nil {
                follower.confirm(position)
                continue
            }
            try file.write(cut.rows, at: position)
            follower.confirm(position)
            last = position
        }
    }

    private func report(_ follower: PostgresFollower<Account>) async throws {
        var said = 0
        while true {
            try await Task.sleep(for: .milliseconds(50))
            let reasons = follower.wholeStates
            for reason in reasons.dropFirst(said) { try StandardOutput.write("whole \(reason.rawValue)\n") }
            said = reasons.count
        }
    }

    private func finish(_ list: FollowedList<Account, LogPosition>) async throws {
        let line = try await blocking { readLine() ?? "" }
        guard line.hasPrefix("finish "), let end = LogPosition(line.dropFirst(7)) else {
            throw CheckError("the check has ended")
        }
        await list.position.firstValue { $0.map { $0 >= end } ?? false }
        try await Task.sleep(for: .milliseconds(200))
        try StandardOutput.write("end \(Digest.of(list.snapshot))\n")
    }
}
