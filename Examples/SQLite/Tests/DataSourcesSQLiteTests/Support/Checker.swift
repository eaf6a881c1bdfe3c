import DataSources
import DataSourcesTesting
import GRDB
import Testing

/// Decides whether each state of a list was one that the bank had committed, in order.
enum Checker {
    struct Verdict {
        var states = 0
        var wrong: [String] = []
    }

    /// Follows a list until it shows the commit with a number.
    static func states(of list: some DataSource<ListSnapshot<Account>>, until last: Int64) async -> [[Account]] {
        var states: [[Account]] = []
        for await update in await list.subscribe().validating() {
            states.append(Array(update.after))
            if states.last?.first(where: { $0.id == 0 })?.balance == last { break }
        }
        return states
    }

    static func verdict(on states: [[Account]], _ database: Database) throws -> Verdict {
        var verdict = Verdict()
        var last: Int64 = 0
        let rows = try Row.fetchAll(database, sql: "SELECT number, accounts FROM log")
        let log = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as String) })
        for accounts in states where !accounts.isEmpty {
            verdict.states += 1
            let number = accounts.first { $0.id == 0 }?.balance ?? -1
            let text = accounts.map { "\($0.id):\($0.rank):\($0.balance)" }.joined(separator: " ")
            let sum = accounts.reduce(0) { $0 + ($1.id == 0 ? 0 : $1.balance) }
            if number < last { verdict.wrong.append("state \(number) after \(last)") }
            if sum != Account.sum { verdict.wrong.append("at \(number) the sum is \(sum)") }
            if log[number] != text {
                verdict.wrong.append("at \(number): \(text), and not \(log[number] ?? "anything")")
            }
            last = number
        }
        return verdict
    }
}
