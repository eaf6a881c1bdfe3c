/// The views of rows that are not visible, for reuse.
///
/// It belongs to one display, and lives on its actor.
public final class RowPool<Item, View> {
    /// The kinds of rows.
    public let factory: RowFactory<Item, View>
    /// The number of views kept in each pool.
    public let limit: Int
    /// The number of views made so far.
    public private(set) var made = 0
    /// The number of views used again so far.
    public private(set) var reused = 0

    private var views: [RowKind: [View]] = [:]

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - factory: The kinds of rows.
    ///   - limit: The number of views kept for each kind; those beyond it are released.
    public init(_ factory: RowFactory<Item, View>, limit: Int = 64) {
        self.factory = factory
        self.limit = max(0, limit)
    }

    /// The number of views in the pool.
    public var count: Int { views.values.reduce(0) { $0 + $1.count } }

    /// A view that shows `item`: one from the pool, prepared for its reuse, or a new one.
    ///
    /// - Throws: ``RowError`` if the item has no row, or what its kind makes is not a `View`.
    public func view(for item: Item) throws(RowError) -> View {
        try view(for: item, as: try factory.row(for: item))
    }

    func view(for item: Item, as row: AnyRow<Item, View>) throws(RowError) -> View {
        let view = try view(of: row)
        row.handlers.configure?(view, item)
        return view
    }

    /// Puts back a view of a kind that is no longer visible.
    ///
    /// - Throws: ``RowError`` if the kind has no row, or the view is not of its type.
    public func recycle(_ view: View, of kind: RowKind) throws(RowError) {
        let row = try factory.row(of: kind)
        try row.check(view)
        put(view, in: row)
    }

    /// Releases all views, for example if memory is short.
    public func removeAll() {
        views = [:]
    }

    func put(_ view: View, in row: AnyRow<Item, View>) {
        if views[row.pool, default: []].count < limit { views[row.pool, default: []].append(view) }
    }

    func view(of row: AnyRow<Item, View>) throws(RowError) -> View {
        if let view = views[row.pool]?.popLast() {
            // Kinds that share a pool may disagree about the type.
            try row.check(view)
            reused += 1
            row.handlers.prepareForReuse?(view)
            return view
        }
        let view = try row.make()
        made += 1
        return view
    }
}
