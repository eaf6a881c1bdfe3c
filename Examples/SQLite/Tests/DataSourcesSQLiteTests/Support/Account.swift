import DataSourcesSQLite
import GRDB

/// An account of a bank whose money only moves: the sum of all balances never changes.
///
/// Account 0 has no money but the number of the last commit, and the table `log` has what the accounts were at each.
struct Account: TableRow, Codable {
    static let count = 20
    static let sum: Int64 = 20_000

    var id: Int64
    var rank: Int64
    var balance: Int64

    /// By rank.
    static let query = TableQuery<Account>("account", sortedBy: [.ascending("rank", { $0.rank })])

    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE account (id INTEGER PRIMARY KEY, rank INTEGER NOT NULL UNIQUE, balance INTEGER NOT NULL);
                CREATE TABLE log (number INTEGER PRIMARY KEY, accounts TEXT NOT NULL);
                INSERT INTO account VALUES (0, 0, 0);
                """)
        for id in 1...count {
            try database.execute(
                sql: "INSERT INTO account VALUES (?, ?, ?)", arguments: [id, id * 10, sum / Int64(count)])
        }
        try database.execute(sql: ends)
    }

    /// What a transaction ends with.
    static let ends = """
        UPDATE account SET balance = balance + 1 WHERE id = 0;
        INSERT INTO log SELECT (SELECT balance FROM account WHERE id = 0), group_concat(text, ' ')
        FROM (SELECT id || ':' || rank || ':' || balance AS text FROM account ORDER BY rank, id);
        """

    static func all(_ database: Database) throws -> [Account] {
        try fetchAll(database, sql: "SELECT id, rank, balance FROM account ORDER BY rank, id")
    }
}
