import DataSources

/// The example itself: what is shown of the entries, each view made of operators.
struct Views: Sendable {
    typealias Months = SectionedSnapshot<Month, Entry>

    /// What entries have to contain.
    let filter = Parameter("")
    /// The months whose entries are not shown.
    let folded = Parameter<Set<String>>([])
    /// What the filter finds, by day.
    let found: DerivedSource<ListSnapshot<Entry>>
    /// The same, a section for each month.
    let months: DerivedSource<Months>
    /// The sum of each month and all months before it.
    let running: DerivedSource<ValueSnapshot<[String: Int64]>>
    /// What is on each account, whatever the filter.
    let balances: DerivedSource<ListSnapshot<Keyed<String, Total>>>
    /// What the filter finds, together.
    let total: DerivedSource<ValueSnapshot<Total>>

    init<Source: DerivableSource<ListSnapshot<Entry>>>(of entries: Source) {
        found = entries.filter(by: filter) { entry, text in entry.matches(text) }
        months =
            found
            .grouped(by: \.month, order: .ascending) { month, entries in Month(id: month, entries) }
            .filter(by: folded) { entry, folded in !folded.contains(entry.month) }
        running = found.aggregated(by: \.month, .total).collected().map { months in
            var sum: Int64 = 0
            var sums: [String: Int64] = [:]
            for month in months {
                sum &+= month.cents
                sums[month.id] = sum
            }
            return sums
        }
        balances = entries.aggregated(by: \.account, .total)
        total = found.aggregated(.total)
    }
}

/// The header of a section.
struct Month: Identifiable, Equatable, Sendable {
    /// `2024-03`.
    let id: String
    let total: Total

    init(id: String, _ entries: ListSnapshot<Entry>) {
        self.id = id
        total = Total(entries: entries.count, cents: entries.reduce(0) { $0 &+ $1.cents })
    }
}

extension Aggregation<Entry, Total, Total> {
    /// How many entries there are, and their sum.
    static var total: Aggregation {
        Aggregation(initial: Total()) { total, entry in
            total.entries += 1
            total.cents &+= entry.cents
        } remove: { total, entry in
            total.entries -= 1
            total.cents &-= entry.cents
        } result: { total in
            total
        }
    }
}
