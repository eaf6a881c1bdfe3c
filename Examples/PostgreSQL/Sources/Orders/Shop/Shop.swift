import DataSources
import DataSourcesPostgreSQL

/// The table of orders in a database, in a schema of its own.
struct Shop: Sendable {
    let url: String
    let schema: String

    var table: TableName { TableName("orders", schema: schema) }

    /// Makes the schema, the table with so many orders, and the publication; all of it or nothing.
    func create(orders: Int) async throws {
        try await PostgresSession(url).query(
            """
            BEGIN; CREATE SCHEMA \(schema);
            CREATE TABLE \(table.sql) (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text NOT NULL, \
            status text NOT NULL DEFAULT 'new', amount bigint NOT NULL, note text);
            INSERT INTO \(table.sql) (customer, status, amount) \
            SELECT 'customer ' || i % 97, (ARRAY['new', 'paid', 'packed', 'shipped'])[1 + i % 4], 100 + i * 7919 % 20000 \
            FROM generate_series(1, \(orders)) i;
            CREATE PUBLICATION \(schema) FOR TABLE \(table.sql); COMMIT
            """)
    }

    /// Removes all of it.
    func remove() async throws {
        try await PostgresSession(url).query(
            "DROP PUBLICATION IF EXISTS \(schema); DROP SCHEMA IF EXISTS \(schema) CASCADE")
    }

    /// What follows the table; its slot goes with the connection, so that nothing stays.
    var follower: PostgresFollower<Order> { PostgresFollower(url, table: table, publication: schema) }

    /// Customers order and pay, and the shop packs and ships, so many changes a second, until the task is cancelled.
    func work(changesPerSecond rate: Int) async throws {
        guard rate > 0 else { return try await Task.sleep(for: .seconds(1_000_000)) }
        let session = PostgresSession(url)
        var next = ContinuousClock.now
        while true {
            next = max(next + .seconds(1) / rate, .now - .seconds(1))
            try await Task.sleep(until: next, clock: .continuous)
            do {
                try await session.write(isolation: "READ COMMITTED", [change()])
            } catch let error as PostgresError where error.isRetryable {
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    private func change() -> PostgresSession.Statement {
        switch Int.random(in: 0..<5) {
        case 0:
            .init(
                "INSERT INTO \(table.sql) (customer, amount) VALUES ($1, $2)",
                ["customer \(Int.random(in: 0..<97))", "\(Int.random(in: 100..<20_000))"])
        case 1:
            .init(
                """
                DELETE FROM \(table.sql) WHERE id = (SELECT min(id) FROM \(table.sql) WHERE status = 'shipped')
                """)
        default:
            .init(
                """
                UPDATE \(table.sql) SET status = CASE status WHEN 'new' THEN 'paid' WHEN 'paid' THEN 'packed' \
                ELSE 'shipped' END WHERE id = (SELECT min(id) FROM \(table.sql) WHERE status = $1)
                """, [["new", "paid", "packed"].randomElement() ?? "new"])
        }
    }
}
