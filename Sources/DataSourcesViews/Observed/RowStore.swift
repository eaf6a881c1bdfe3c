import DataSources
import Observation

/// The rows of a list or of one section.
final class RowStore<Item: Identifiable & Equatable & Sendable>: Observable where Item.ID: Sendable {
    private let registrar = ObservationRegistrar()
    let table: RowTable<Item>
    /// The items as the source has them.
    private(set) var items: ListSnapshot<Item>
    /// How often items were inserted, removed or moved.
    private(set) var arrangement = 0
    /// Where an id was found last: the next one that is asked for is often beside it.
    private var lastFound = 0
    /// Names what is told to those who asked for an item that is not there: that items come.
    private var arrivals: Void { () }

    init(_ items: ListSnapshot<Item>, table: RowTable<Item>) {
        self.items = items
        self.table = table
    }

    /// Those who read them are told when items come, go or move.
    var rows: ObservedRows<Item> {
        registrar.access(self, keyPath: \.rows)
        return ObservedRows(self)
    }

    func row(at position: Int) -> ObservedRow<Item>? {
        registrar.access(self, keyPath: \.rows)
        return items[position].map { table.row(for: $0) }
    }

    /// The ids of the rows; those who read them are told when items come, go or move.
    var ids: IDCollection<ListSnapshot<Item>> {
        registrar.access(self, keyPath: \.rows)
        return items.ids
    }

    /// The row of the item with an id; whoever reads it is told when the item goes, or when items come if it is not there.
    func row(id: Item.ID) -> ObservedRow<Item>? {
        guard let row = table.row(inMemory: id) ?? newRow(id: id) else {
            registrar.access(self, keyPath: \.arrivals)
            return nil
        }
        _ = row.isPresent
        return row
    }

    private func newRow(id: Item.ID) -> ObservedRow<Item>? {
        guard let position = items.position(of: id, near: lastFound), let item = items[position] else { return nil }
        lastFound = position
        return table.row(for: item)
    }

    /// Shows other items; they are structural if items come, go or move, and have arrivals if items come.
    func mutation(
        _ items: ListSnapshot<Item>, isStructural: Bool, hasArrivals: Bool = false
    ) -> ObservedMutation {
        ObservedMutation {
            if isStructural { self.registrar.willSet(self, keyPath: \.rows) }
            if hasArrivals { self.registrar.willSet(self, keyPath: \.arrivals) }
        } apply: {
            self.items = items
            if isStructural { self.arrangement += 1 }
        } did: {
            if isStructural { self.registrar.didSet(self, keyPath: \.rows) }
            if hasArrivals { self.registrar.didSet(self, keyPath: \.arrivals) }
        }
    }
}
