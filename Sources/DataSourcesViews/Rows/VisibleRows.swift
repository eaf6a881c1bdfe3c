public import DataSources

/// The rows of a list that are visible, each with its view.
///
/// A display says which items are visible whenever that changes: after an update, and when it scrolls. Views stay with
/// their items, wherever these move. Only what is new is configured, only what has changed is updated in place, and the
/// views of items that are no longer visible are used again.
///
/// ```swift
/// let visible = VisibleRows(factory)
/// try visible.show(0..<50, of: screen.snapshot)
/// for row in visible.rows { place(row.view) }
/// ```
///
/// The cost depends on what is visible, not on the list. It belongs to one display, and lives on its actor.
public final class VisibleRows<Item: Identifiable & Equatable, View> {
    /// Where views come from.
    public let pool: RowPool<Item, View>
    /// The visible rows, in order.
    public private(set) var rows: [VisibleRow<Item, View>] = []
    /// The number of times a view was configured for an item so far.
    public private(set) var configured = 0
    /// The number of times a view was updated in place so far.
    public private(set) var updated = 0

    /// The items to show next, if a handler asks for them while rows are being shown.
    private var next: [Item]?
    private var isShowing = false

    /// Creates a list without visible rows.
    public init(_ factory: RowFactory<Item, View>, poolLimit: Int = 64) {
        pool = RowPool(factory, limit: poolLimit)
    }

    /// The view that shows the item with an id; `nil` if it is not visible.
    public subscript(id: Item.ID) -> View? { rows.first { $0.id == id }?.view }

    /// Makes exactly `items` visible, in their order.
    ///
    /// If a handler calls it while it runs, the call returns nothing, and the items are shown right after those before.
    ///
    /// - Returns: The rows that have appeared, were updated or have disappeared.
    /// - Throws: ``RowError`` if an item has no row or its view is not of the right type: then nothing is visible.
    @discardableResult
    public func show(_ items: some Sequence<Item>) throws(RowError) -> VisibleRowChanges<Item, View> {
        next = Array(items)
        if isShowing { return VisibleRowChanges() }
        isShowing = true
        defer { isShowing = false }
        var changes = VisibleRowChanges<Item, View>()
        while let items = next.take() {
            do throws(RowError) {
                changes.add(try replace(by: items))
            } catch {
                next = nil
                hideAll()
                throw error
            }
        }
        return changes
    }

    /// Recycles all rows.
    public func hideAll() {
        for row in rows { put(row) }
        rows = []
    }

    private func replace(by items: [Item]) throws(RowError) -> VisibleRowChanges<Item, View> {
        var changes = VisibleRowChanges<Item, View>()
        var places: [Item.ID: Int] = [:]
        for (place, row) in rows.enumerated() { places[row.id] = place }
        // The old row of each item, if it stays what it is; of items with the same id, which no source has, the first.
        var stays = Array(repeating: false, count: rows.count)
        var kept: [(old: Int, kind: RowKind)?] = []
        kept.reserveCapacity(items.count)
        for item in items {
            guard let place = places.removeValue(forKey: item.id) else {
                kept.append(nil)
                continue
            }
            let old = rows[place]
            let kind = old.item == item ? old.kind : try pool.factory.kind(of: item)
            kept.append(kind == old.kind ? (place, kind) : nil)
            stays[place] = kind == old.kind
        }
        for (row, stays) in zip(rows, stays) where !stays {
            put(row)
            changes.disappeared.append(row)
        }
        let old = rows
        // If a handler fails, the views that stay are recycled, and no view twice.
        rows = zip(rows, stays).filter(\.1).map(\.0)
        var new: [VisibleRow<Item, View>] = []
        new.reserveCapacity(items.count)
        do throws(RowError) {
            for (item, kept) in zip(items, kept) {
                if let kept {
                    let (view, before) = (old[kept.old].view, old[kept.old].item)
                    let row = VisibleRow(item: item, kind: kept.kind, view: view)
                    new.append(row)
                    if before == item { continue }
                    updated += 1
                    changes.updated.append(row)
                    try pool.factory.row(of: kept.kind).update(view, before, item)
                } else {
                    // The kind is asked once: a condition may overlap another one, and answer otherwise the next time.
                    let kind = try pool.factory.row(for: item)
                    let row = VisibleRow(item: item, kind: kind.kind, view: try pool.view(for: item, as: kind))
                    configured += 1
                    new.append(row)
                    changes.appeared.append(row)
                }
            }
        } catch {
            for row in changes.appeared { put(row) }
            throw error
        }
        rows = new
        return changes
    }

    private func put(_ row: VisibleRow<Item, View>) {
        if let kind = try? pool.factory.row(of: row.kind) { pool.put(row.view, in: kind) }
    }
}

extension VisibleRows where Item: Sendable, Item.ID: Sendable {
    /// Makes the items at the positions in `range` visible, as far as there are any.
    ///
    /// - Returns: The rows that have appeared, were updated or have disappeared.
    /// - Throws: ``RowError`` if an item has no row or its view is not of the right type: then nothing is visible.
    /// - Complexity: O(*m* + log *n*) for *m* of *n* items.
    @discardableResult
    public func show(
        _ range: Range<Int>, of snapshot: ListSnapshot<Item>
    ) throws(RowError) -> VisibleRowChanges<Item, View> {
        try show(snapshot[range.clamped(to: 0..<snapshot.count)])
    }

    /// Makes the items at the paths visible, as far as there are any.
    ///
    /// - Returns: The rows that have appeared, were updated or have disappeared.
    /// - Throws: ``RowError`` if an item has no row or its view is not of the right type: then nothing is visible.
    /// - Complexity: O(*m* log *n*) for *m* of *n* items.
    @discardableResult
    public func show<Header>(
        _ paths: some Sequence<ItemPath>, of snapshot: SectionedSnapshot<Header, Item>
    ) throws(RowError) -> VisibleRowChanges<Item, View> {
        try show(paths.compactMap { snapshot[$0] })
    }
}

extension VisibleRowChanges {
    /// Adds what happened afterwards.
    mutating func add(_ later: VisibleRowChanges) {
        appeared += later.appeared
        updated += later.updated
        disappeared += later.disappeared
    }
}
