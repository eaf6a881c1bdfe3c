import GRDB

/// A generator of numbers from a seed.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

/// Statements that keep the sum of all balances in a transaction, and break it before its end.
enum Work {
    struct TakenBack: Error {}

    /// One transaction of several statements; some are taken back.
    static func transaction(_ database: Database, _ random: inout Random) throws {
        for _ in 0..<Int.random(in: 1...4, using: &random) { try step(database, &random) }
        if Int.random(in: 0..<8, using: &random) == 0 { throw TakenBack() }
        try database.execute(sql: Account.ends)
    }

    private static func step(_ database: Database, _ random: inout Random) throws {
        let accounts = try Account.all(database).filter { $0.id != 0 }
        guard let one = accounts.randomElement(using: &random), let other = accounts.randomElement(using: &random),
            one != other
        else { return }
        let free = Int64.random(in: 1_000...1_000_000, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0...2:
            let amount = Int64.random(in: 1...50, using: &random)
            try database.execute(
                sql: "UPDATE account SET balance = balance - ? WHERE id = ?", arguments: [amount, one.id])
            try database.execute(
                sql: "UPDATE account SET balance = balance + ? WHERE id = ?", arguments: [amount, other.id])
        case 3:
            // Another account gets an id that was never there.
            try database.execute(sql: "UPDATE account SET id = ? WHERE id = ?", arguments: [free, one.id])
        case 4: try database.execute(sql: "UPDATE account SET rank = ? WHERE id = ?", arguments: [free, one.id])
        case 5:
            // By a conflict of ranks, one account replaces another: two rows go, one comes.
            try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [one.id])
            try database.execute(
                sql: "REPLACE INTO account VALUES (?, ?, ?)",
                arguments: [free, other.rank, one.balance + other.balance])
        case 6:
            try database.execute(sql: "UPDATE account SET balance = balance - 7 WHERE id = ?", arguments: [one.id])
            try database.execute(sql: "INSERT INTO account VALUES (?, ?, 7)", arguments: [free, free])
        case 7:
            try database.inSavepoint {
                try database.execute(
                    sql: "UPDATE account SET balance = balance + 1, id = ? WHERE id = ?", arguments: [free, one.id])
                return .rollback
            }
        default:
            try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [one.id])
            try database.execute(
                sql: "UPDATE account SET balance = balance + ? WHERE id = ?", arguments: [one.balance, other.id])
        }
    }
}
