extension DerivableSource {
    /// The items in the order of keys that sources of their own give.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, update | the same, at the item's place in the order |
    /// | move | nothing; a move among items with equal keys |
    /// | the key of an item | a move, if the order changes |
    /// | several of these in one transaction | one update |
    ///
    /// Items whose sources have no value come last, in both directions, and so do keys that do not equal themselves.
    /// Items that tie keep their upstream order. `key` is called, and sources are followed and released, as those of
    /// ``combinedWithEach(fileID:line:_:)``.
    ///
    /// ```swift
    /// let ranking = players.sortedByEach(.descending) { player in player.score }   // a source of one value
    /// ```
    ///
    /// - Parameters:
    ///   - direction: Whether small keys come first.
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - key: Finds or creates the source of an item's key.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changed items and keys.
    @inlinable
    public func sortedByEach<Item, Key: Comparable & Sendable>(
        _ direction: SortDirection = .ascending,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ key: @escaping @Sendable (_ item: Item) -> any DerivableSource<ValueSnapshot<Key>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        let isAscending = direction == .ascending
        return combinedWithEach(fileID: fileID, line: line, key)
            .sorted(
                by: ItemOrder { (left, right) in
                    comesBefore(left.snapshot.value, right.snapshot.value, isAscending: isAscending)
                }
            )
            .map { (row) -> Item in row.item }
    }

    /// The items in sections by keys that sources of their own give.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, move, update | as with `grouped(by:order:)` |
    /// | the key of an item | a move to another section |
    /// | several of these in one transaction | one update |
    ///
    /// An item whose source has no value is left out. `key` is called, and sources are followed and released, as those
    /// of ``combinedWithEach(fileID:line:_:)``. DynamicData calls this `GroupOnObservable`.
    ///
    /// ```swift
    /// let board = tickets.groupedByEach(order: .ascending) { ticket in ticket.state }  // a Parameter<State> of each
    /// ```
    ///
    /// - Parameters:
    ///   - order: The order of the sections.
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - key: Finds or creates the source of an item's key.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changed items and keys.
    @inlinable
    public func groupedByEach<Item, Key: Hashable & Sendable>(
        order: GroupOrder<Key>,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ key: @escaping @Sendable (_ item: Item) -> any DerivableSource<ValueSnapshot<Key>>
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        combinedWithEach(fileID: fileID, line: line, key)
            .compactMap { (row) -> KeyedItem<Item, Key>? in
                row.snapshot.value.map { KeyedItem(item: row.item, key: $0) }
            }
            .grouped(by: { (row: KeyedItem<Item, Key>) -> Key in row.key }, order: order)
            .map { (row) -> Item in row.item }
    }
}

/// An item with the key of its section.
@usableFromInline
struct KeyedItem<Item: Identifiable & Equatable & Sendable, Key: Hashable & Sendable>: Identifiable, Equatable, Sendable
where Item.ID: Sendable {
    @usableFromInline let item: Item
    @usableFromInline let key: Key

    @inlinable
    init(item: Item, key: Key) {
        self.item = item
        self.key = key
    }

    @inlinable var id: Item.ID { item.id }

    @inlinable
    static func == (left: KeyedItem, right: KeyedItem) -> Bool {
        isUnchanged(left.item, right.item) && areSameKey(left.key, right.key)
    }
}

/// Whether one key comes before another; no key, and a key that does not equal itself, comes last.
@inlinable
func comesBefore<Key: Comparable>(_ left: Key?, _ right: Key?, isAscending: Bool) -> Bool {
    guard let left, left == left else { return false }
    guard let right, right == right else { return true }
    return isAscending ? left < right : right < left
}
