// Each of these is one transaction. They are not isolated and inlinable, so that their closures are specialised for the
// item type in the client's module, where an actor's own methods are not.

extension SectionedSource {
    /// Inserts an item so that it is at `path`; the count of the section appends.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such place, or the id is there already, in whatever section.
    @inlinable @discardableResult
    public nonisolated func insertItem(_ item: Item, at path: ItemPath) async throws -> Version {
        try await transaction { try $0.insertItem(item, at: path) }
    }

    /// Inserts an item directly before the one with the id `other`, in its section.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is there already.
    @inlinable @discardableResult
    public nonisolated func insertItem(_ item: Item, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.insertItem(item, before: other) }
    }

    /// Inserts an item directly after the one with the id `other`, in its section.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is there already.
    @inlinable @discardableResult
    public nonisolated func insertItem(_ item: Item, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.insertItem(item, after: other) }
    }

    /// Appends an item to the section with this id.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or the id is there already.
    @inlinable @discardableResult
    public nonisolated func appendItem(_ item: Item, toSection id: Header.ID) async throws -> Version {
        try await transaction { try $0.appendItem(item, toSection: id) }
    }

    /// Appends items, in their order, to the section with this id: all of them or none.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or ids would be there twice: all of them.
    @inlinable @discardableResult
    public nonisolated func appendItems(
        _ items: some Sequence<Item> & Sendable,
        toSection id: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.appendItems(items, toSection: id) }
    }

    /// Puts an item in the place of the one with its id, in whatever section, or appends it to the section named.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when the item is new and there is no such section.
    @inlinable @discardableResult
    public nonisolated func upsertItem(_ item: Item, inSection id: Header.ID) async throws -> Version {
        try await transaction { try $0.upsertItem(item, inSection: id) }
    }

    /// Puts an item in the place of the one with its id.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable @discardableResult
    public nonisolated func updateItem(_ item: Item) async throws -> Version {
        try await transaction { try $0.updateItem(item) }
    }

    /// Updates the item with this id in place.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is no such item or `body` gave it another id; what `body` throws.
    @inlinable @discardableResult
    public nonisolated func updateItem(
        _ id: Item.ID,
        _ body: @Sendable (inout Item) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.updateItem(id, body) }
    }

    /// Updates the item at `path` in place.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is no such item or `body` gave it another id; what `body` throws.
    @inlinable @discardableResult
    public nonisolated func updateItem(
        at path: ItemPath,
        _ body: @Sendable (inout Item) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.updateItem(at: path, body) }
    }

    /// Removes the item with this id.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item.
    @inlinable @discardableResult
    public nonisolated func removeItem(_ id: Item.ID) async throws -> Version {
        try await transaction { try $0.removeItem(id) }
    }

    /// Removes the item at `path`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is nothing at the path.
    @inlinable @discardableResult
    public nonisolated func removeItem(at path: ItemPath) async throws -> Version {
        try await transaction { try $0.removeItem(at: path) }
    }

    /// Removes the items at the positions in `range` of one section.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or the range reaches outside of it.
    @inlinable @discardableResult
    public nonisolated func removeItems(_ range: Range<Int>, inSection id: Header.ID) async throws -> Version {
        try await transaction { try $0.removeItems(range, inSection: id) }
    }

    /// Removes every item, in all sections, that satisfies `shouldRemove`; sections left empty stay.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: What `shouldRemove` throws; then nothing was removed.
    @inlinable @discardableResult
    public nonisolated func removeAllItems(
        where shouldRemove: @Sendable (Item) throws -> Bool
    ) async throws -> Version {
        try await transaction { try $0.removeAllItems(where: shouldRemove) }
    }

    /// Moves the item with this id so that it ends up at `path`.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is no such item, or no such place.
    @inlinable @discardableResult
    public nonisolated func moveItem(_ id: Item.ID, to path: ItemPath) async throws -> Version {
        try await transaction { try $0.moveItem(id, to: path) }
    }

    /// Moves the item with this id so that it ends up at an offset of the section with this id.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is no such item, section, or place.
    @inlinable @discardableResult
    public nonisolated func moveItem(
        _ id: Item.ID,
        toSection section: Header.ID,
        at position: Int
    ) async throws -> Version {
        try await transaction { try $0.moveItem(id, toSection: section, at: position) }
    }

    /// Moves the item with this id directly before the one with the id `other`, into its section.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when either is not there.
    @inlinable @discardableResult
    public nonisolated func moveItem(_ id: Item.ID, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.moveItem(id, before: other) }
    }

    /// Moves the item with this id directly after the one with the id `other`, into its section.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when either is not there.
    @inlinable @discardableResult
    public nonisolated func moveItem(_ id: Item.ID, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.moveItem(id, after: other) }
    }

    /// Moves the item at the path `from` so that it ends up at the path `to`.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is nothing at `from`, or no place `to`.
    @inlinable @discardableResult
    public nonisolated func moveItem(from: ItemPath, to: ItemPath) async throws -> Version {
        try await transaction { try $0.moveItem(from: from, to: to) }
    }

    /// Replaces the items at the positions in `range` of one section: all of it or nothing.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section or range, or ids would be there twice: all of them.
    @inlinable @discardableResult
    public nonisolated func replaceItems(
        _ range: Range<Int>,
        inSection id: Header.ID,
        with items: some Sequence<Item> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceItems(range, inSection: id, with: items) }
    }

    /// Makes one section's items equal to `items`; what is there already, by id, keeps its identity.
    ///
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: ``EditError`` when there is no such section, or ids would be there twice: all of them.
    @inlinable @discardableResult
    public nonisolated func replaceItems(
        inSection id: Header.ID,
        with items: some Sequence<Item> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceItems(inSection: id, with: items) }
    }
}
