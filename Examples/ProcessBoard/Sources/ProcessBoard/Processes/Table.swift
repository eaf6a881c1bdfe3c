import DataSources

/// The first rows of the table, and how many there would be.
struct Table: Equatable, Sendable {
    var rows = ListSnapshot<Process>()
    var count = 0
}

/// Puts the rows and their number together: an operator of our own, on two sources.
///
/// Both come from the same processes, and are always as they were at one moment.
struct TableOperator: PairOperator {
    private var table = Table()

    mutating func apply(
        _ rows: Update<ListSnapshot<Process>>?,
        _ count: Update<ValueSnapshot<Int>>?
    ) -> ValueSnapshot<Table> {
        if let rows { table.rows = rows.after }
        if let count { table.count = count.after.value ?? 0 }
        return ValueSnapshot(table)
    }
}
