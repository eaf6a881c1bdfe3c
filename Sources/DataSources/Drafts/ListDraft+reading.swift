// A draft cannot be copied, so it cannot conform to `Sequence`. These are the members that a transaction needs most;
// `snapshot`, an O(1) copy, is a collection with all the others.

extension ListDraft {
    /// The first item that satisfies `predicate`; `nil` when there is none.
    ///
    /// - Complexity: O(*n*); by id, ``subscript(id:)`` costs O(log *n*).
    @inlinable
    public func first<E: Error>(where predicate: (Item) throws(E) -> Bool) throws(E) -> Item? {
        var items = ChunkTree<Item>.Iterator(tree)
        while let item = items.next() { if try predicate(item) { return item } }
        return nil
    }

    /// The position of the first item that satisfies `predicate`; `nil` when there is none.
    ///
    /// - Complexity: O(*n*); by id, ``position(of:)`` costs O(log *n*).
    @inlinable
    public func firstPosition<E: Error>(where predicate: (Item) throws(E) -> Bool) throws(E) -> Int? {
        var items = ChunkTree<Item>.Iterator(tree)
        var position = 0
        while let item = items.next() {
            if try predicate(item) { return position }
            position += 1
        }
        return nil
    }

    /// Whether an item satisfies `predicate`.
    ///
    /// - Complexity: O(*n*); by id, ``contains(id:)`` costs O(log *n*).
    @inlinable
    public func contains<E: Error>(where predicate: (Item) throws(E) -> Bool) throws(E) -> Bool {
        try first(where: predicate) != nil
    }

    /// The results of `transform` for all items, in order.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func map<T, E: Error>(_ transform: (Item) throws(E) -> T) throws(E) -> [T] {
        try snapshot.map(transform)
    }
}

extension SectionedDraft {
    /// The items of all sections, in order: a collection of the state at this point, unaffected by later edits.
    ///
    /// ```swift
    /// for item in draft.items where item.isDone { try draft.removeItem(id: item.id) }
    /// ```
    ///
    /// - Complexity: O(1).
    @inlinable
    public var items: SectionedSnapshot<Header, Item>.Items { snapshot.items }
}
