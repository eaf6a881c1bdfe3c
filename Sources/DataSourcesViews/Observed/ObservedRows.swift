import DataSources

/// The rows of a list or a section in order; a row's object is made when it is read.
///
/// It is a value: it stays as it is when items come, go or move. Read the list's rows again then: of the old ones, only
/// those whose objects exist already show the newest content.
///
/// Reading the id of each row makes an object for each. For long lists, read the list's ids instead.
public struct ObservedRows<Item: Identifiable & Equatable & Sendable>: RandomAccessCollection where Item.ID: Sendable {
    private let store: RowStore<Item>
    private let items: ListSnapshot<Item>
    private let arrangement: Int

    init(_ store: RowStore<Item>) {
        self.store = store
        items = store.items
        arrangement = store.arrangement
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { items.count }

    /// The row at a position.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Int) -> ObservedRow<Item> {
        if arrangement == store.arrangement, let item = store.items[position] { return store.table.row(for: item) }
        guard let item = items[position] else {
            preconditionFailure("position \(position) is out of bounds: there are \(items.count) rows")
        }
        return store.table.row(forFormer: item)
    }
}
