public import DataSources
public import Observation

/// One section of ``ObservedSections``: an observable object with its header and its rows.
public final class ObservedSection<Header, Item>: Identifiable, Observable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The header's id.
    public let id: Header.ID
    private let registrar = ObservationRegistrar()
    private let store: RowStore<Item>
    private var shown: Header

    init(_ section: ItemSection<Header, Item>, table: RowTable<Item>) {
        id = section.id
        shown = section.header
        store = RowStore(section.items, table: table)
    }

    /// The header; those who read it are told when it changes.
    public var header: Header {
        registrar.access(self, keyPath: \.header)
        return shown
    }

    /// The rows; those who read them are told when items of this section come, go or move.
    public var rows: ObservedRows<Item> { store.rows }

    /// The ids of the rows, in order; those who read them are told when items of this section come, go or move.
    ///
    /// It makes no objects; ``ObservedSections/subscript(id:)`` gives the row of an id.
    ///
    /// - Complexity: O(1), and O(1) for each id that is iterated over.
    public var ids: IDCollection<ListSnapshot<Item>> { store.ids }

    /// The row at a position; `nil` if there is none.
    public subscript(position: Int) -> ObservedRow<Item>? { store.row(at: position) }

    func mutations(_ section: ItemSection<Header, Item>, isStructural: Bool) -> [ObservedMutation] {
        let rows = store.mutation(section.items, isStructural: isStructural)
        if section.header == shown { return [rows] }
        let header = ObservedMutation {
            self.registrar.willSet(self, keyPath: \.header)
        } apply: {
            self.shown = section.header
        } did: {
            self.registrar.didSet(self, keyPath: \.header)
        }
        return [rows, header]
    }

    /// Has everyone who watches it read again, elsewhere.
    func release() -> [ObservedMutation] {
        mutations(ItemSection(shown, items: store.items), isStructural: true)
            + [
                ObservedMutation {
                    self.registrar.willSet(self, keyPath: \.header)
                } apply: {
                } did: {
                    self.registrar.didSet(self, keyPath: \.header)
                }
            ]
    }
}
