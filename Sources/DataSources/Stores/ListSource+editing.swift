// Each method is one transaction. All are nonisolated and inlinable, so their closures are specialised for the item
// type in the client's module; an actor's isolated methods are not.

extension ListSource {
    /// Inserts an item at `position`; `count` appends.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `position` is outside `0...count`, or the id is in use.
    @inlinable @discardableResult
    public nonisolated func insert(_ item: Item, at position: Int) async throws -> Version {
        try await transaction { try $0.insert(item, at: position) }
    }

    /// Inserts an item directly before the one with the id `other`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is in use.
    @inlinable @discardableResult
    public nonisolated func insert(_ item: Item, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.insert(item, before: other) }
    }

    /// Inserts an item directly after the one with the id `other`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such item, or the id is in use.
    @inlinable @discardableResult
    public nonisolated func insert(_ item: Item, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.insert(item, after: other) }
    }

    /// Inserts items in order, the first at `position`: all of them or none.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `position` is outside `0...count`, or with every id that would occur twice.
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
    /// - Throws: ``EditError`` when the id is in use.
    @inlinable @discardableResult
    public nonisolated func append(_ item: Item) async throws -> Version {
        try await transaction { try $0.append(item) }
    }

    /// Appends items in order: all of them or none.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func append(contentsOf items: some Sequence<Item> & Sendable) async throws -> Version {
        try await transaction { try $0.append(contentsOf: items) }
    }

    /// Replaces the item that has the same id, or appends `item` if there is none.
    ///
    /// - Returns: The version of the commit; that of the last commit if an equal item was there.
    /// - Throws: ``EditError`` when the source has finished.
    @inlinable @discardableResult
    public nonisolated func upsert(_ item: Item) async throws -> Version {
        try await transaction { $0.upsert(item) }
    }

    /// Replaces the item that has the same id.
    ///
    /// - Returns: The version of the commit; that of the last commit if both are equal.
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable @discardableResult
    public nonisolated func update(_ item: Item) async throws -> Version {
        try await transaction { try $0.update(item) }
    }

    /// Updates the item with this id in place.
    ///
    /// - Returns: The version of the commit; that of the last commit if the item did not change.
    /// - Throws: ``EditError`` when there is no such item, or `body` changes its id; any error `body` throws.
    @inlinable @discardableResult
    public nonisolated func update(
        id: Item.ID,
        _ body: @Sendable (inout Item) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.update(id: id, body) }
    }

    /// Updates the item at `position` in place.
    ///
    /// - Returns: The version of the commit; that of the last commit if the item did not change.
    /// - Throws: ``EditError`` when there is no such item, or `body` changes its id; any error `body` throws.
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
    /// - Throws: ``EditError`` when `position` is out of bounds.
    @inlinable @discardableResult
    public nonisolated func remove(at position: Int) async throws -> Version {
        try await transaction { try $0.remove(at: position) }
    }

    /// Removes the items at the positions in `range`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `range` is not within `0..<count`.
    @inlinable @discardableResult
    public nonisolated func removeSubrange(_ range: Range<Int>) async throws -> Version {
        try await transaction { try $0.removeSubrange(range) }
    }

    /// Removes every item that satisfies `shouldRemove`.
    ///
    /// - Returns: The version of the commit; that of the last commit if none did.
    /// - Throws: Any error `shouldRemove` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func removeAll(where shouldRemove: @Sendable (Item) throws -> Bool) async throws -> Version {
        try await transaction { try $0.removeAll(where: shouldRemove) }
    }

    /// Removes all items.
    ///
    /// - Returns: The version of the commit; that of the last commit if there were none.
    /// - Throws: ``EditError`` when the source has finished.
    @inlinable @discardableResult
    public nonisolated func removeAll() async throws -> Version {
        try await transaction { $0.removeAll() }
    }

    /// Moves the item with this id to `position`, counted after the move.
    ///
    /// - Returns: The version of the commit; that of the last commit if it is already there.
    /// - Throws: ``EditError`` when there is no such item, or `position` is outside `0..<count`.
    @inlinable @discardableResult
    public nonisolated func move(id: Item.ID, to position: Int) async throws -> Version {
        try await transaction { try $0.move(id: id, to: position) }
    }

    /// Moves the item with this id directly before the one with the id `other`.
    ///
    /// - Returns: The version of the commit; that of the last commit if it is already there.
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable @discardableResult
    public nonisolated func move(id: Item.ID, before other: Item.ID) async throws -> Version {
        try await transaction { try $0.move(id: id, before: other) }
    }

    /// Moves the item with this id directly after the one with the id `other`.
    ///
    /// - Returns: The version of the commit; that of the last commit if it is already there.
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable @discardableResult
    public nonisolated func move(id: Item.ID, after other: Item.ID) async throws -> Version {
        try await transaction { try $0.move(id: id, after: other) }
    }

    /// Moves the item at the position `from` to the position `to`, counted after the move.
    ///
    /// - Returns: The version of the commit; that of the last commit if both are the same.
    /// - Throws: ``EditError`` when either is outside `0..<count`.
    @inlinable @discardableResult
    public nonisolated func move(from: Int, to: Int) async throws -> Version {
        try await transaction { try $0.move(from: from, to: to) }
    }

    /// Moves the items at `offsets` together to `gap`, as SwiftUI's `move(fromOffsets:toOffset:)` does in an array: all
    /// or none.
    ///
    /// Offsets and the gap are counted before the move; an `IndexSet` is such a sequence. Subscribers receive moves.
    ///
    /// - Returns: The version of the commit; that of the last commit if the items are already there.
    /// - Throws: ``EditError`` when an offset is outside `0..<count`, or the gap is outside `0...count`.
    /// - Complexity: O(*k* log *n*) for *k* offsets.
    @inlinable @discardableResult
    public nonisolated func move(
        fromOffsets offsets: some Sequence<Int> & Sendable, toOffset gap: Int
    ) async throws -> Version {
        try await transaction { try $0.move(fromOffsets: offsets, toOffset: gap) }
    }

    /// Moves the items with these ids together, in the order of the ids, directly before the one with the id `other`, or
    /// to the end if that is `nil`: all or none.
    ///
    /// If `other` is one of the ids, the items move to where it was. Subscribers receive moves.
    ///
    /// - Returns: The version of the commit; that of the last commit if the items are already there.
    /// - Throws: ``EditError`` when there is no item with one of the ids, all of which it names, or with the id `other`.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable @discardableResult
    public nonisolated func move(
        ids: some Sequence<Item.ID> & Sendable, before other: Item.ID?
    ) async throws -> Version {
        try await transaction { try $0.move(ids: ids, before: other) }
    }

    /// Replaces the items at the positions in `range` with `items`: all of it or nothing.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `range` is not within `0..<count`, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func replaceSubrange(
        _ range: Range<Int>,
        with items: some Sequence<Item> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceSubrange(range, with: items) }
    }

    /// Makes the list equal to `items`; subscribers receive the net difference by id.
    ///
    /// - Returns: The version of the commit; that of the last commit if the list was equal.
    /// - Throws: ``EditError`` with every id that occurs twice in `items`; then nothing has changed.
    /// - Complexity: O(*n* + *m*); hashes at most each new id once, and none where the order stays.
    @inlinable @discardableResult
    public nonisolated func replaceAll(with items: some Sequence<Item> & Sendable) async throws -> Version {
        try await transaction { try $0.replaceAll(with: items) }
    }

    /// Makes the list equal to items from outside, of which some may have one id.
    ///
    /// - Returns: The version of the commit; that of the last commit if the list was equal.
    /// - Throws: ``EditError`` if the policy is to refuse duplicate ids, and there are some; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func replaceAll(
        with items: some Sequence<Item> & Sendable, duplicates policy: DuplicatePolicy
    ) async throws -> Version {
        try await transaction { try $0.replaceAll(with: items, duplicates: policy) }
    }

    /// Sorts the list; the sort is stable.
    ///
    /// - Returns: The version of the commit; that of the last commit if it was already sorted.
    /// - Throws: Any error `areInIncreasingOrder` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func sort(
        by areInIncreasingOrder: @Sendable (Item, Item) throws -> Bool
    ) async throws -> Version {
        try await transaction { try $0.sort(by: areInIncreasingOrder) }
    }

    /// Makes edits in order: all of them or none.
    ///
    /// - Returns: The version of the commit; that of the last commit if they changed nothing.
    /// - Throws: ``EditError`` when one of them is invalid.
    @inlinable @discardableResult
    public nonisolated func apply(_ edits: some Sequence<ListEdit<Item>> & Sendable) async throws -> Version {
        try await transaction { draft in for edit in edits { try draft.apply(edit) } }
    }

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
