extension ListSource {
    /// Says that the object with this id has changed in place: subscribers receive an update of its item.
    ///
    /// Derived sources read the object when they follow the update. If it may change meanwhile, change and touch it in
    /// one transaction.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item.
    @inlinable @discardableResult
    public nonisolated func touch<Object>(id: Item.ID) async throws -> Version where Item == ObjectItem<Object> {
        try await transaction { try $0.touch(id: id) }
    }

    /// Says that the objects with these ids have changed in place: all or none.
    ///
    /// - Returns: The version of the commit; that of the last commit if there are no ids.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    @inlinable @discardableResult
    public nonisolated func touch<Object>(
        ids: some Sequence<Item.ID> & Sendable
    ) async throws -> Version where Item == ObjectItem<Object> {
        try await transaction { try $0.touch(ids: ids) }
    }
}

extension SectionedSource {
    /// Says that the object with this id has changed in place: subscribers receive an update of its item.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item.
    @inlinable @discardableResult
    public nonisolated func touchItem<Object>(
        id: Item.ID
    ) async throws -> Version where Item == ObjectItem<Object> {
        try await transaction { try $0.touchItem(id: id) }
    }

    /// Says that the objects with these ids, in any sections, have changed in place: all or none.
    ///
    /// - Returns: The version of the commit; that of the last commit if there are no ids.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    @inlinable @discardableResult
    public nonisolated func touchItems<Object>(
        ids: some Sequence<Item.ID> & Sendable
    ) async throws -> Version where Item == ObjectItem<Object> {
        try await transaction { try $0.touchItems(ids: ids) }
    }
}
