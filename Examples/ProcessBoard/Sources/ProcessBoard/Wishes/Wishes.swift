import DataSources

/// What the user wishes to see: values that may change at any time, and that the views follow.
struct Wishes: Sendable {
    /// What the processes are sorted by.
    let order: Parameter<Order>
    /// What their names, or their users', have to contain.
    let filter: Parameter<String>
    /// How many of them the table has room for.
    let rows: Parameter<Int>

    init(order: Order = .cpu, filter: String = "", rows: Int = 0) {
        self.order = Parameter(order)
        self.filter = Parameter(filter)
        self.rows = Parameter(rows)
    }

    /// Ends them: the user wishes for nothing else.
    func finish() {
        order.hub.finish()
        filter.hub.finish()
        rows.hub.finish()
    }
}
