import DataSources
import DataSourcesPostgreSQL

/// A status, and what its orders come to.
struct StatusHeader: Identifiable, Equatable, Sendable {
    let id: Order.Status
    let count: Int
}

/// How many orders there are, and what they cost together.
struct Total: Equatable, Sendable {
    var orders = 0
    var amount = 0
}

/// The example itself: a list that follows the table, and what is derived from it.
struct Views: Sendable {
    /// The newest order first.
    let orders = FollowedList<Order, LogPosition>(sortedBy: .descending(\.id))
    let byStatus: DerivedSource<SectionedSnapshot<StatusHeader, Order>>
    let totals: DerivedSource<ListSnapshot<Keyed<Order.Status, Total>>>

    init() {
        byStatus = orders.grouped(by: \.status, order: .ascending) { status, orders in
            StatusHeader(id: status, count: orders.count)
        }
        totals = orders.aggregated(
            by: \.status,
            Aggregation(initial: Total()) { total, order in
                total.orders += 1
                total.amount += order.amount
            } remove: { total, order in
                total.orders -= 1
                total.amount -= order.amount
            } result: { total in
                total
            })
    }
}

extension SourceStatus {
    /// The status in a few words.
    var text: String {
        switch self {
        case .loading(let part?): "loading, \(Int(part * 100))%"
        case .loading(nil): "loading"
        case .ready: "ready"
        case .stale(let failure): "connecting again: \(failure)"
        case .failed(let failure): "failed: \(failure.error)"
        case .finished: "finished"
        }
    }
}

extension BinaryInteger {
    /// The number as a person reads it: `1,000,000`.
    var grouped: String {
        var digits = String(magnitude)
        for place in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
        }
        return self < 0 ? "-\(digits)" : digits
    }
}
