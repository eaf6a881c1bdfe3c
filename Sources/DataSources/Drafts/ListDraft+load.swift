extension ListDraft {
    /// Fills an empty draft with items whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(count: Int, item: (_ position: Int) -> Item) {
        precondition(isEmpty, "only an empty draft can be filled")
        if count == 0 { return }
        tree.root.retireAll(index: &index)
        if index.knowsIDs { index.reserve(count) }
        tree = ChunkTree(count: count, index: &index, home: -1, element: item)
        checkInvariants()
    }

    /// Fills an empty draft with the items that `body` appends, whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(_ body: (_ append: (Item) -> Void) -> Void) {
        precondition(isEmpty, "only an empty draft can be filled")
        tree.root.retireAll(index: &index)
        tree = ChunkTree(index: &index, home: -1, body)
        checkInvariants()
    }
}
