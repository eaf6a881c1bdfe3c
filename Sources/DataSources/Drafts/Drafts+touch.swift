extension ListDraft {
    /// Says that the object with this id has changed in place: subscribers receive an update of its item.
    ///
    /// - Throws: ``EditError`` when there is no such item.
    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func touch<Object>(id: Item.ID) throws(EditError) where Item == ObjectItem<Object> {
        try touch(ids: CollectionOfOne(id))
    }

    /// Says that the objects with these ids have changed in place: all or none.
    ///
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable
    public mutating func touch<Object>(ids: some Sequence<Item.ID>) throws(EditError)
    where Item == ObjectItem<Object> {
        for position in try knownPositions(of: ids) { tree.modify(at: position) { $0.touch() } }
        finishEdit()
    }
}

extension SectionedDraft {
    /// Says that the object with this id has changed in place: subscribers receive an update of its item.
    ///
    /// - Throws: ``EditError`` when there is no such item.
    /// - Complexity: O(log *n*).
    @inlinable
    public mutating func touchItem<Object>(id: Item.ID) throws(EditError) where Item == ObjectItem<Object> {
        try touchItems(ids: CollectionOfOne(id))
    }

    /// Says that the objects with these ids, in any sections, have changed in place: all or none.
    ///
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable
    public mutating func touchItems<Object>(ids: some Sequence<Item.ID>) throws(EditError)
    where Item == ObjectItem<Object> {
        for path in try knownPaths(of: ids) {
            sections.modify(at: path.section) { $0.tree.modify(at: path.item) { $0.touch() } }
        }
        finishEdit()
    }
}
