import DataSources

/// What processes are sorted by, and in which direction.
struct Sorting: Equatable, Sendable {
    var order: Order
    /// Whether the usual direction of the order is reversed.
    var isReversed = false

    var direction: SortDirection {
        isReversed == (order.usualDirection == .ascending) ? .descending : .ascending
    }

    var ofProcesses: ItemOrder<Process> { order.ofProcesses(direction) }

    /// The user has chosen an order: choosing it again reverses it.
    mutating func chosen(_ order: Order) {
        if self.order == order {
            isReversed.toggle()
        } else {
            self = Sorting(order: order)
        }
    }
}
