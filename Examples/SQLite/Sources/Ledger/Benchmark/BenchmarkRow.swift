import DataSourcesSQLite
import GRDB

/// A row of the benchmark.
struct BenchmarkRow: TableRow {
    var id: Int64
    var day: String
    var payee: String
    var cents: Int64

    static let sql = "SELECT id, day, payee, cents FROM entry ORDER BY id"
    static let query = TableQuery<BenchmarkRow>("entry", columns: ["id", "day", "payee", "cents"])
}

extension BenchmarkRow: FetchableRecord {
    init(row: Row) throws {
        self.init(
            id: try row.decode(atIndex: 0), day: try row.decode(atIndex: 1), payee: try row.decode(atIndex: 2),
            cents: try row.decode(atIndex: 3))
    }
}
