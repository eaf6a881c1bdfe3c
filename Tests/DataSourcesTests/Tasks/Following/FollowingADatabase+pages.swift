import DataSources
import TestKit

extension FollowingADatabase {
    /// Stands for an engine that is asked in SQL.
    struct Database: Sendable {
        let rows: [Order]

        func read(_ sql: String, _ values: [Int]) async throws -> ([Order], Int) { (rows, 1) }

        func changes(since position: Int?) -> AsyncStream<RowEvent<Order, Int>> {
            AsyncStream([position == nil ? .loading(count: nil) : .changes([], at: 2), .ready, .finished])
        }
    }

    struct Pages: Sendable {
        let newest = Keyset<Order, Int>(.descending("day", \.day) { $0 }, .ascending("id", \.id) { $0 })

        func page(_ request: RowPageRequest<Order>, of database: Database) async throws -> RowPage<Order, Int> {
            let clauses = newest.clauses(for: request.place) { "$\($0)" }
            let condition = clauses.condition.map { "WHERE \($0)" } ?? ""
            let (rows, position) = try await database.read(
                "SELECT * FROM orders \(condition) ORDER BY \(clauses.order) LIMIT \(request.size + 1)", clauses.values)
            return RowPage(found: rows, for: request, at: position)
        }
    }
}

extension FollowingADatabase.Pages {
    typealias Order = FollowingADatabase.Order

    func shown(of database: FollowingADatabase.Database) async throws -> ListSnapshot<Order> {
        let orders = FollowedPages<Order, Int>(sortedBy: newest.order, size: 100, limit: 1_000) { request in
            try await page(request, of: database)
        }
        async let run: Void = orders.run { position in database.changes(since: position) }
        await orders.status.firstValue { $0 == .ready }
        try await orders.didShow(80..<110)
        try await run
        return orders.snapshot
    }
}
