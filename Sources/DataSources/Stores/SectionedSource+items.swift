// Each method is one transaction. All are nonisolated and inlinable, so their closures are specialised for the item
// type in the client's module; an actor's isolated methods are not.

extension SectionedSource {
    /// Inserts an item at `path`; the section's count appends.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `path` is out of bounds, or the id is in use in any section.
    @inlinable @discardableResult
    public nonisolated func insertItem(_ item: Item, at path: ItemPath) async throws -> Version {
        try await transaction { try $0.insertItem(item, at: path) }
    }

    /// Inserts an item directly before the one with the id `other`, in its section.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is in use.
    @inlinable @discardableResult
    public nonisolated func insertItem(_ item: Item, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.insertItem(item, before: other) }
    }

    /// Inserts an item directly after the one with the id `other`, in its section.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is in use.
    @inlinable @discardableResult
    public nonisolated func insertItem(_ item: Item, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.insertItem(item, after: other) }
    }

    /// Appends an item to the section with this id.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or the id is in use.
    @inlinable @discardableResult
    public nonisolated func appendItem(_ item: Item, toSection id: Header.ID) async throws -> Version {
        try await transaction { try $0.appendItem(item, toSection: id) }
    }

    /// Appends items in order to the section with this id: all of them or none.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func appendItems(
        _ items: some Sequence<Item> & Sendable,
        toSection id: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.appendItems(items, toSection: id) }
    }

    /// Replaces the item that has the same id, in any section, or appends `item` to the section `id`.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when the item is new and there is no such section.
    @inlinable @discardableResult
    public nonisolated func upsertItem(_ item: Item, inSection id: Header.ID) async throws -> Version {
        try await transaction { try $0.upsertItem(item, inSection: id) }
    }

    /// Replaces the item that has the same id.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable @discardableResult
    public nonisolated func updateItem(_ item: Item) async throws -> Version {
        try await transaction { try $0.updateItem(item) }
    }

    /// Updates the item with this id in place.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such item, or `body` changes its id; any error `body` throws.
    @inlinable @discardableResult
    public nonisolated func updateItem(
        id: Item.ID,
        _ body: @Sendable (inout Item) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.updateItem(id: id, body) }
    }

    /// Updates the item at `path` in place.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such item, or `body` changes its id; any error `body` throws.
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
    public nonisolated func removeItem(id: Item.ID) async throws -> Version {
        try await transaction { try $0.removeItem(id: id) }
    }

    /// Removes the item at `path`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `path` is out of bounds.
    @inlinable @discardableResult
    public nonisolated func removeItem(at path: ItemPath) async throws -> Version {
        try await transaction { try $0.removeItem(at: path) }
    }

    /// Removes the items at the positions in `range` of one section.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or `range` is out of its bounds.
    @inlinable @discardableResult
    public nonisolated func removeItems(_ range: Range<Int>, inSection id: Header.ID) async throws -> Version {
        try await transaction { try $0.removeItems(range, inSection: id) }
    }

    /// Removes every item of any section that satisfies `shouldRemove`; empty sections stay.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: Any error `shouldRemove` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func removeAllItems(
        where shouldRemove: @Sendable (Item) throws -> Bool
    ) async throws -> Version {
        try await transaction { try $0.removeAllItems(where: shouldRemove) }
    }

    /// Moves the item with this id to `path`, counted after the move.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such item, or `path` is out of bounds.
    @inlinable @discardableResult
    public nonisolated func moveItem(id: Item.ID, to path: ItemPath) async throws -> Version {
        try await transaction { try $0.moveItem(id: id, to: path) }
    }

    /// Moves the item with this id to a position of the section `section`, counted after the move.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such item, section, or position.
    @inlinable @discardableResult
    public nonisolated func moveItem(
        id: Item.ID,
        toSection section: Header.ID,
        at position: Int
    ) async throws -> Version {
        try await transaction { try $0.moveItem(id: id, toSection: section, at: position) }
    }

    /// Moves the item with this id directly before the one with the id `other`, into its section.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable @discardableResult
    public nonisolated func moveItem(id: Item.ID, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.moveItem(id: id, before: other) }
    }

    /// Moves the item with this id directly after the one with the id `other`, into its section.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable @discardableResult
    public nonisolated func moveItem(id: Item.ID, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.moveItem(id: id, after: other) }
    }

    /// Moves the item at the path `from` to the path `to`, counted after the move.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when either path is out of bounds.
    @inlinable @discardableResult
    public nonisolated func moveItem(from: ItemPath, to: ItemPath) async throws -> Version {
        try await transaction { try $0.moveItem(from: from, to: to) }
    }

    /// Moves the items at `offsets` of the section `id` together to `gap` in it, as SwiftUI's
    /// `move(fromOffsets:toOffset:)` does in an array: all or none.
    ///
    /// Offsets and the gap are counted before the move; an `IndexSet` is such a sequence. Subscribers receive moves.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such section, or an offset or the gap is out of its bounds.
    @inlinable @discardableResult
    public nonisolated func moveItems(
        fromOffsets offsets: some Sequence<Int> & Sendable, toOffset gap: Int, inSection id: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.moveItems(fromOffsets: offsets, toOffset: gap, inSection: id) }
    }

    /// Moves the items with these ids, from any sections, together and in the order of the ids, directly before the one
    /// with the id `other`, into its section: all or none.
    ///
    /// If `other` is one of the ids, the items move to where it was. Subscribers receive moves.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no item with one of the ids, all of which it names, or with the id `other`.
    @inlinable @discardableResult
    public nonisolated func moveItems(
        ids: some Sequence<Item.ID> & Sendable, before other: Item.ID
    ) async throws -> Version {
        try await transaction { try $0.moveItems(ids: ids, before: other) }
    }

    /// Moves the items with these ids, from any sections, together and in the order of the ids, to the end of the section
    /// `id`: all or none.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no item with one of the ids, all of which it names, or no such section.
    @inlinable @discardableResult
    public nonisolated func moveItems(
        ids: some Sequence<Item.ID> & Sendable, toSection id: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.moveItems(ids: ids, toSection: id) }
    }

    /// Replaces the items at the positions in `range` of one section: all of it or nothing.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section or range, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func replaceItems(
        _ range: Range<Int>,
        inSection id: Header.ID,
        with items: some Sequence<Item> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceItems(range, inSection: id, with: items) }
    }

    /// Makes one section's items equal to `items`; an item whose id is already there keeps its identity.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such section, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func replaceItems(
        inSection id: Header.ID,
        with items: some Sequence<Item> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceItems(inSection: id, with: items) }
    }

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
}
