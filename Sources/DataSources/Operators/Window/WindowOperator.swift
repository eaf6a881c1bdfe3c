/// Shows a part of a list that follows its first item; see ``DerivableSource/window(_:)``.
@usableFromInline
package struct WindowOperator<Item>: SnapshotOperator, PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// The place of the window in the current list.
    @usableFromInline
    enum Stand: Sendable {
        /// At the item at the position, or at the position itself if there is no item yet.
        case at(Int)
        /// Nowhere until there is an item with the id.
        case awaiting(Item.ID)
    }

    @usableFromInline var window: ListWindow<Item.ID>?
    @usableFromInline var stand = Stand.at(0)
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()

    /// Creates an operator with a window, or without one until its first update.
    @inlinable
    package init(_ window: ListWindow<Item.ID>? = nil) {
        self.window = window
        if let window { stand = Self.stand(at: window.start) }
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Item> {
        apply(update, nil)
    }

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ windowUpdate: Update<ValueSnapshot<ListWindow<Item.ID>>>?
    ) -> ListSnapshot<Item> {
        if let update { follow(update) }
        if let windowUpdate { place(windowUpdate.after.value) }
        cut.show(range, of: items, after: update?.changes)
        return cut.snapshot
    }

    @inlinable
    static func stand(at start: ListWindow<Item.ID>.Start) -> Stand {
        switch start {
        case .position(let position): .at(max(0, position))
        case .item(let id): .awaiting(id)
        }
    }

    /// The positions shown.
    @inlinable var range: Range<Int> {
        guard let window, case .at(let start) = stand, start < items.count else { return 0..<0 }
        return start..<start + max(0, min(window.count, items.count - start))
    }

    /// Follows the window's first item, or finds the item the window waits for.
    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>) {
        items = update.after
        switch stand {
        case .at(let position):
            guard position < update.before.count else { return }
            if let carried = update.changes.carried(position, of: update.before.count) { stand = .at(carried) }
        case .awaiting(let id):
            for range in update.changes.insertions.ranges {
                update.after.forEach(in: range) { position, item in
                    if areSameKey(item.id, id) { stand = .at(position) }
                }
            }
        }
    }

    /// Places the window, unless only its count changes.
    @inlinable
    mutating func place(_ window: ListWindow<Item.ID>?) {
        defer { self.window = window }
        guard let window, window.start != self.window?.start else { return }
        stand = Self.stand(at: window.start)
        if case .awaiting(let id) = stand, let position = items.position(of: id) { stand = .at(position) }
    }
}
