// Each of these is one transaction. They are not isolated and inlinable, so that their closures are specialised for the
// item type in the client's module, where an actor's own methods are not.

extension ListSource {
    /// Inserts an item so that it is at `position`; `count` appends.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when the position lies outside of `0...count`, or the id is there already.
    @inlinable @discardableResult
    public nonisolated func insert(_ item: Item, at position: Int) async throws -> Version {
        try await transaction { try $0.insert(item, at: position) }
    }

    /// Inserts an item directly before the one with the id `other`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is there already.
    @inlinable @discardableResult
    public nonisolated func insert(_ item: Item, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.insert(item, before: other) }
    }

    /// Inserts an item directly after the one with the id `other`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is there already.
    @inlinable @discardableResult
    public nonisolated func insert(_ item: Item, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.insert(item, after: other) }
    }

    /// Inserts items, in their order, so that the first of them is at `position`: all of them or none.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when the position lies outside of `0...count`, or ids would be there twice: all of them.
    @inlinable @discardableResult
    public nonisolated func insert(
        contentsOf items: some Sequence<Item> & Sendable,
        at position: Int
    ) async throws -> Version {
        try await transaction { try $0.insert(contentsOf: items, at: position) }
    }

    /// Appends an item.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when the id is there already.
    @inlinable @discardableResult
    public nonisolated func append(_ item: Item) async throws -> Version {
        try await transaction { try $0.append(item) }
    }

    /// Appends items in their order: all of them or none.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when ids would be there twice, with all of them.
    @inlinable @discardableResult
    public nonisolated func append(contentsOf items: some Sequence<Item> & Sendable) async throws -> Version {
        try await transaction { try $0.append(contentsOf: items) }
    }

    /// Puts an item in the place of the one with its id, or appends it when there is none.
    ///
    /// - Returns: The version of the commit; that of the last commit when the item was there and equal.
    /// - Throws: ``EditError`` when the source has finished.
    @inlinable @discardableResult
    public nonisolated func upsert(_ item: Item) async throws -> Version {
        try await transaction { $0.upsert(item) }
    }

    /// Puts an item in the place of the one with its id.
    ///
    /// - Returns: The version of the commit; that of the last commit when the two are equal.
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable @discardableResult
    public nonisolated func update(_ item: Item) async throws -> Version {
        try await transaction { try $0.update(item) }
    }

    /// Updates the item with this id in place.
    ///
    /// - Returns: The version of the commit; that of the last commit when the item is equal to what it was.
    /// - Throws: ``EditError`` when there is no such item or `body` gave it another id; what `body` throws.
    @inlinable @discardableResult
    public nonisolated func update(
        id: Item.ID,
        _ body: @Sendable (inout Item) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.update(id: id, body) }
    }

    /// Updates the item at `position` in place.
    ///
    /// - Returns: The version of the commit; that of the last commit when the item is equal to what it was.
    /// - Throws: ``EditError`` when there is no such item or `body` gave it another id; what `body` throws.
    @inlinable @discardableResult
    public nonisolated func update(
        at position: Int,
        _ body: @Sendable (inout Item) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.update(at: position, body) }
    }

    /// Removes the item with this id.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item.
    @inlinable @discardableResult
    public nonisolated func remove(id: Item.ID) async throws -> Version {
        try await transaction { try $0.remove(id: id) }
    }

    /// Removes the item at `position`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such position.
    @inlinable @discardableResult
    public nonisolated func remove(at position: Int) async throws -> Version {
        try await transaction { try $0.remove(at: position) }
    }

    /// Removes the items at the positions in `range`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when the range reaches outside of `0..<count`.
    @inlinable @discardableResult
    public nonisolated func removeSubrange(_ range: Range<Int>) async throws -> Version {
        try await transaction { try $0.removeSubrange(range) }
    }

    /// Removes every item that satisfies `shouldRemove`.
    ///
    /// - Returns: The version of the commit; that of the last commit when none did.
    /// - Throws: What `shouldRemove` throws; then nothing was removed.
    @inlinable @discardableResult
    public nonisolated func removeAll(where shouldRemove: @Sendable (Item) throws -> Bool) async throws -> Version {
        try await transaction { try $0.removeAll(where: shouldRemove) }
    }

    /// Removes all items.
    ///
    /// - Returns: The version of the commit; that of the last commit when there were none.
    /// - Throws: ``EditError`` when the source has finished.
    @inlinable @discardableResult
    public nonisolated func removeAll() async throws -> Version {
        try await transaction { $0.removeAll() }
    }

    /// Moves the item with this id so that it ends up at `position`.
    ///
    /// - Returns: The version of the commit; that of the last commit when it is there already.
    /// - Throws: ``EditError`` when there is no such item, or the position lies outside of `0..<count`.
    @inlinable @discardableResult
    public nonisolated func move(id: Item.ID, to position: Int) async throws -> Version {
        try await transaction { try $0.move(id: id, to: position) }
    }

    /// Moves the item with this id directly before the one with the id `other`.
    ///
    /// - Returns: The version of the commit; that of the last commit when it is there already.
    /// - Throws: ``EditError`` when either is not there.
    @inlinable @discardableResult
    public nonisolated func move(id: Item.ID, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.move(id: id, before: other) }
    }

    /// Moves the item with this id directly after the one with the id `other`.
    ///
    /// - Returns: The version of the commit; that of the last commit when it is there already.
    /// - Throws: ``EditError`` when either is not there.
    @inlinable @discardableResult
    public nonisolated func move(id: Item.ID, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.move(id: id, after: other) }
    }

    /// Moves the item at the position `from` so that it ends up at the position `to`.
    ///
    /// - Returns: The version of the commit; that of the last commit when both are the same.
    /// - Throws: ``EditError`` when either lies outside of `0..<count`.
    @inlinable @discardableResult
    public nonisolated func move(from: Int, to: Int) async throws -> Version {
        try await transaction { try $0.move(from: from, to: to) }
    }

    /// Replaces the items at the positions in `range` by `items`: all of it or nothing.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when the range reaches outside of `0..<count`, or ids would be there twice: all of them.
    @inlinable @discardableResult
    public nonisolated func replaceSubrange(
        _ range: Range<Int>,
        with items: some Sequence<Item> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceSubrange(range, with: items) }
    }

    /// Makes the list equal to `items`; subscribers are told the net difference, by id.
    ///
    /// - Returns: The version of the commit; that of the last commit when the list was equal already.
    /// - Throws: ``EditError`` when ids are there twice in `items`, with all of them; then nothing has changed.
    /// - Complexity: O(*n* + *m*).
    @inlinable @discardableResult
    public nonisolated func replaceAll(with items: some Sequence<Item> & Sendable) async throws -> Version {
        try await transaction { try $0.replaceAll(with: items) }
    }

    /// Sorts the list; items that are equal in order keep theirs.
    ///
    /// - Returns: The version of the commit; that of the last commit when it was sorted already.
    /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func sort(
        by areInIncreasingOrder: @Sendable (Item, Item) throws -> Bool
    ) async throws -> Version {
        try await transaction { try $0.sort(by: areInIncreasingOrder) }
    }

    /// Makes edits, in their order: all of them or none.
    ///
    /// - Returns: The version of the commit; that of the last commit when they changed nothing.
    /// - Throws: ``EditError`` when one of them cannot be made.
    @inlinable @discardableResult
    public nonisolated func apply(_ edits: some Sequence<ListEdit<Item>> & Sendable) async throws -> Version {
        try await transaction { draft in for edit in edits { try draft.apply(edit) } }
    }
}
