// Each method is one transaction; see ListSource+editing.swift.

extension ListSource {
    /// Replaces, for each of `items` in order, the item with the same id, or appends it if there is none.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when the source has finished.
    @inlinable @discardableResult
    public nonisolated func upsert(contentsOf items: some Sequence<Item> & Sendable) async throws -> Version {
        try await transaction { $0.upsert(contentsOf: items) }
    }

    /// Removes the items with these ids: all or none; an id that occurs several times counts once.
    ///
    /// - Returns: The version of the commit; that of the last commit if there are no ids.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    @inlinable @discardableResult
    public nonisolated func remove(ids: some Sequence<Item.ID> & Sendable) async throws -> Version {
        try await transaction { try $0.remove(ids: ids) }
    }

    /// Updates all items in place, in order.
    ///
    /// - Returns: The version of the commit; that of the last commit if no item changed.
    /// - Throws: ``EditError`` when `body` changes an id; any error `body` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func updateAll(_ body: @Sendable (inout Item) throws -> Void) async throws -> Version {
        try await transaction { try $0.updateAll(body) }
    }
}

extension SectionedSource {
    /// Replaces, for each of `items` in order, the item with the same id in any section, or appends it to the section
    /// `id`: all or none.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when an item is new and there is no such section.
    @inlinable @discardableResult
    public nonisolated func upsertItems(
        _ items: some Sequence<Item> & Sendable,
        inSection id: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.upsertItems(items, inSection: id) }
    }

    /// Removes the items with these ids: all or none; an id that occurs several times counts once.
    ///
    /// - Returns: The version of the commit; that of the last commit if there are no ids.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    @inlinable @discardableResult
    public nonisolated func removeItems(ids: some Sequence<Item.ID> & Sendable) async throws -> Version {
        try await transaction { try $0.removeItems(ids: ids) }
    }

    /// Updates all items of all sections in place, in order.
    ///
    /// - Returns: The version of the commit; that of the last commit if no item changed.
    /// - Throws: ``EditError`` when `body` changes an id; any error `body` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func updateAllItems(_ body: @Sendable (inout Item) throws -> Void) async throws -> Version {
        try await transaction { try $0.updateAllItems(body) }
    }

    /// Removes the sections with these ids and their items: all or none; an id that occurs several times counts once.
    ///
    /// - Returns: The version of the commit; that of the last commit if there are no ids.
    /// - Throws: ``EditError`` when there is no section with one of the ids; it names all of them.
    @inlinable @discardableResult
    public nonisolated func removeSections(ids: some Sequence<Header.ID> & Sendable) async throws -> Version {
        try await transaction { try $0.removeSections(ids: ids) }
    }

    /// Updates all headers in place, in order.
    ///
    /// - Returns: The version of the commit; that of the last commit if no header changed.
    /// - Throws: ``EditError`` when `body` changes an id; any error `body` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func updateAllSections(_ body: @Sendable (inout Header) throws -> Void) async throws -> Version {
        try await transaction { try $0.updateAllSections(body) }
    }
}
