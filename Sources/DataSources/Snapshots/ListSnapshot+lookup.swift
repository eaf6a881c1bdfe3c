extension ListSnapshot {
    /// The item at `position`, an offset from zero; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(position: Int) -> Item? {
        return position >= 0 && position < tree.count ? tree.element(at: position) : nil
    }

    /// The item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*n*), comparing ids. A source and its draft find an item by id in O(log *n*).
    @inlinable
    public subscript(id id: Item.ID) -> Item? {
        position(of: id).map { tree.element(at: $0) }
    }

    /// The position of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*n*), comparing ids. A source and its draft find a position by id in O(log *n*).
    @inlinable
    public func position(of id: Item.ID) -> Int? {
        tree.searchedPosition(of: id)
    }

    /// Whether there is an item with this id.
    ///
    /// - Complexity: O(*n*), comparing ids.
    @inlinable
    public func contains(id: Item.ID) -> Bool {
        position(of: id) != nil
    }

    /// Whether there is an item at `position`.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func contains(position: Int) -> Bool {
        position >= 0 && position < tree.count
    }

    /// Whether both are the same state by construction; reads no items.
    ///
    /// `false` does not imply that they differ.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func isIdentical(to other: ListSnapshot) -> Bool {
        tree.isIdentical(to: other.tree)
    }
}
