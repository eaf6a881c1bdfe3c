import DataSources

/// What the article "Following a database" shows.
struct FollowingADatabase: Sendable {
    struct Order: Identifiable, Equatable, Sendable {
        let id: Int
        var day = 0
        var isOpen = true
        var columnID = 0
    }

    struct Column: Identifiable, Equatable, Sendable {
        let id: Int
    }

    struct Transaction: Sendable {
        var position: Int
        var changes: [RowChange<Order>]
    }

    /// Stands for an engine: the rows, its log, and a new transaction of one row.
    struct Table: Sendable {
        var rows: [Order]
        var log: [Transaction]
        var count: Int { rows.count }
        var position: Int { log.last?.position ?? 0 }
        var parts: [[Order]] { rows.map { [$0] } }
        let commits = Commits()

        func transactions(after position: Int) -> [Transaction] { log.filter { $0.position > position } }
        func onCommit(_ body: @escaping @Sendable (Transaction) -> Void) { commits.parameter.set(Body(call: body)) }
        func insert(_ order: Order) async throws -> Int {
            let transaction = Transaction(position: position + 1, changes: [.upsert(order)])
            commits.parameter.value.call?(transaction)
            return transaction.position
        }
    }

    struct Body: Equatable, Sendable {
        var call: (@Sendable (Transaction) -> Void)?
        static func == (left: Body, right: Body) -> Bool { (left.call == nil) == (right.call == nil) }
    }

    final class Commits: Sendable {
        let parameter = Parameter(Body())
    }

    func changes(of table: Table, since position: Int?) -> AsyncThrowingStream<RowEvent<Order, Int>, any Error> {
        AsyncThrowingStream { events in
            if position == nil {
                events.yield(.loading(count: table.count))
                for part in table.parts { events.yield(.rows(part)) }
                events.yield(.loaded(at: table.position))
            }
            for transaction in table.transactions(after: position ?? table.position) {
                events.yield(.changes(transaction.changes, at: transaction.position))
            }
            events.yield(.ready)
            table.onCommit { transaction in
                events.yield(.changes(transaction.changes, at: transaction.position))
            }
        }
    }

    func run(_ table: Table) async throws {
        let orders = FollowedList<Order, Int>(sortedBy: .ascending(\.day).then(.ascending(\.id)))
        try await orders.run { position in changes(of: table, since: position) }
    }

    static func footer(_ orders: FollowedList<Order, Int>) -> some DataSource<ValueSnapshot<String>> {
        let open = orders.filter { $0.isOpen }
        let footer = open.counted().combined(with: open.upstreamStatus) { count, status in
            switch status {
            case .loading(let part?): "loading, \(Int(part * 100)) %"
            case .loading(nil): "loading"
            case .ready, .finished: "\(count) open orders"
            case .stale(let failure): "\(count) open orders; connecting again after \(failure)"
            case .failed(let failure): "not updated any more: \(failure.error)"
            }
        }
        return footer
    }

    struct NoSuchTable: RetryableError, CustomStringConvertible {
        let name: String
        var isRetryable: Bool { false }
        var description: String { "there is no table \(name); create it, and start again" }
    }

    static func write(_ order: Order, to table: Table, shownIn orders: FollowedList<Order, Int>) async throws {
        let written = try await table.insert(order)
        await orders.position.firstValue { $0.map { $0 >= written } ?? false }
    }

    static func sections(
        _ orders: FollowedList<Order, Int>, under columns: ListSource<Column>
    ) -> (DerivedSource<SectionedSnapshot<GroupHeader<Int>, Order>>, DerivedSource<SectionedSnapshot<Column, Order>>) {
        let byDay = orders.grouped(by: \.day)
        let board = orders.sectioned(into: columns, by: \.columnID)
        return (byDay, board)
    }
}
