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

    func mutation(_ items: ListSnapshot<Item>, isStructural: Bool) -> ObservedMutation {
        ObservedMutation {
            if isStructural { self.registrar.willSet(self, keyPath: \.rows) }
        } apply: {
            self.items = items
            if isStructural { self.arrangement += 1 }
        } did: {
            if isStructural { self.registrar.didSet(self, keyPath: \.rows) }
        }
    }
}
