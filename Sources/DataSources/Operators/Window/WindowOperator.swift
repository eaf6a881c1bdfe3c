/// Shows a part of a list that stays with its first item; see ``DerivableSource/window(_:)``.
@usableFromInline
package struct WindowOperator<Item>: SnapshotOperator, PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    /// Where the window stands in the list as it is now.
    @usableFromInline
    enum Stand: Sendable {
        /// At the item at the position; where there is none yet, at the position.
        case at(Int)
        /// Nowhere, until there is an item with the id.
        case awaiting(Item.ID)
    }

    @usableFromInline var window: Window<Item.ID>?
    @usableFromInline var stand = Stand.at(0)
    @usableFromInline var cut = ListCut<Item>()
    @usableFromInline var items = ListSnapshot<Item>()

    /// Creates an operator with a window, or with none until there is an update of it.
    @inlinable
    package init(_ window: Window<Item.ID>? = nil) {
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
        _ windowUpdate: Update<ValueSnapshot<Window<Item.ID>>>?
    ) -> ListSnapshot<Item> {
        if let update { follow(update) }
        if let windowUpdate { place(windowUpdate.after.value) }
        cut.show(range, of: items, after: update?.changes)
        return cut.snapshot
    }

    @inlinable
    static func stand(at start: Window<Item.ID>.Start) -> Stand {
        switch start {
        case .position(let position): .at(max(0, position))
        case .item(let id): .awaiting(id)
        }
    }

    /// The positions of what is shown.
    @inlinable var range: Range<Int> {
        guard let window, case .at(let start) = stand, start < items.count else { return 0..<0 }
        return start..<start + max(0, min(window.count, items.count - start))
    }

    /// Goes with the item at which the window stands, or finds the one that it waits for.
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

    /// Places the window anew, unless it is only to hold another number of items.
    @inlinable
    mutating func place(_ window: Window<Item.ID>?) {
        defer { self.window = window }
        guard let window, window.start != self.window?.start else { return }
        stand = Self.stand(at: window.start)
        if case .awaiting(let id) = stand, let position = items.position(of: id) { stand = .at(position) }
    }
}
