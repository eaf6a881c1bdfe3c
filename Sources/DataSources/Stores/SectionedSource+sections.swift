// Each method is one transaction. All are nonisolated and inlinable, so their closures are specialised for the item
// type in the client's module; an actor's isolated methods are not.

extension SectionedSource {
    /// Inserts a section with its items at `position`; the count of sections appends.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `position` is out of bounds, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func insertSection(
        _ section: ItemSection<Header, Item>,
        at position: Int
    ) async throws -> Version {
        try await transaction { try $0.insertSection(section, at: position) }
    }

    /// Inserts a section directly before the one with the id `other`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func insertSection(
        _ section: ItemSection<Header, Item>,
        before other: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.insertSection(section, before: other) }
    }

    /// Inserts a section directly after the one with the id `other`.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section, or with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func insertSection(
        _ section: ItemSection<Header, Item>,
        after other: Header.ID
    ) async throws -> Version {
        try await transaction { try $0.insertSection(section, after: other) }
    }

    /// Appends a section with its items.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` with every id that would occur twice.
    @inlinable @discardableResult
    public nonisolated func appendSection(_ section: ItemSection<Header, Item>) async throws -> Version {
        try await transaction { try $0.appendSection(section) }
    }

    /// Updates the header of the section with this id in place.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such section, or `body` changes its id; any error `body` throws.
    @inlinable @discardableResult
    public nonisolated func updateSection(
        id: Header.ID,
        _ body: @Sendable (inout Header) throws -> Void
    ) async throws -> Version {
        try await transaction { try $0.updateSection(id: id, body) }
    }

    /// Replaces the header that has the same id.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no section with the id.
    @inlinable @discardableResult
    public nonisolated func updateSection(_ header: Header) async throws -> Version {
        try await transaction { try $0.updateSection(header) }
    }

    /// Moves the section with this id to `position`, counted after the move.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when there is no such section, or `position` is outside `0..<count`.
    @inlinable @discardableResult
    public nonisolated func moveSection(id: Header.ID, to position: Int) async throws -> Version {
        try await transaction { try $0.moveSection(id: id, to: position) }
    }

    /// Moves the section with this id directly before the one with the id `other`.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable @discardableResult
    public nonisolated func moveSection(id: Header.ID, before other: Header.ID) async throws -> Version {
        try await transaction { try $0.moveSection(id: id, before: other) }
    }

    /// Moves the section with this id directly after the one with the id `other`.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable @discardableResult
    public nonisolated func moveSection(id: Header.ID, after other: Header.ID) async throws -> Version {
        try await transaction { try $0.moveSection(id: id, after: other) }
    }

    /// Moves the sections at `offsets` together to `gap`, as SwiftUI's `move(fromOffsets:toOffset:)` does in an array:
    /// all or none.
    ///
    /// Offsets and the gap are counted before the move; an `IndexSet` is such a sequence.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when an offset is outside `0..<count`, or the gap is outside `0...count`.
    @inlinable @discardableResult
    public nonisolated func moveSections(
        fromOffsets offsets: some Sequence<Int> & Sendable, toOffset gap: Int
    ) async throws -> Version {
        try await transaction { try $0.moveSections(fromOffsets: offsets, toOffset: gap) }
    }

    /// Removes the section with this id and its items.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when there is no such section.
    @inlinable @discardableResult
    public nonisolated func removeSection(id: Header.ID) async throws -> Version {
        try await transaction { try $0.removeSection(id: id) }
    }

    /// Removes the section at `position` and its items.
    ///
    /// - Returns: The version of the commit.
    /// - Throws: ``EditError`` when `position` is out of bounds.
    @inlinable @discardableResult
    public nonisolated func removeSection(at position: Int) async throws -> Version {
        try await transaction { try $0.removeSection(at: position) }
    }

    /// Removes every section that satisfies `shouldRemove`, with its items.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: Any error `shouldRemove` throws; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func removeAllSections(
        where shouldRemove: @Sendable (ItemSection<Header, Item>) throws -> Bool
    ) async throws -> Version {
        try await transaction { try $0.removeAllSections(where: shouldRemove) }
    }

    /// Removes all sections and items.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when the source has finished.
    @inlinable @discardableResult
    public nonisolated func removeAll() async throws -> Version {
        try await transaction { $0.removeAll() }
    }

    /// Makes the state equal to `sections`; subscribers receive the net difference by id.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` with every id that occurs twice in `sections`; then nothing has changed.
    /// - Complexity: O(*n* + *m*); hashes at most each new item id once, and none where the order stays.
    @inlinable @discardableResult
    public nonisolated func replaceAll(
        with sections: some Sequence<ItemSection<Header, Item>> & Sendable
    ) async throws -> Version {
        try await transaction { try $0.replaceAll(with: sections) }
    }

    /// Makes the state equal to sections from outside, of which some may have one id, or items of one id.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` if the policy is to refuse duplicate ids, and there are some; then nothing has changed.
    @inlinable @discardableResult
    public nonisolated func replaceAll(
        with sections: some Sequence<ItemSection<Header, Item>> & Sendable, duplicates policy: DuplicatePolicy
    ) async throws -> Version {
        try await transaction { try $0.replaceAll(with: sections, duplicates: policy) }
    }

    /// Makes edits in order: all of them or none.
    ///
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: ``EditError`` when one of them is invalid.
    @inlinable @discardableResult
    public nonisolated func apply(
        _ edits: some Sequence<SectionedEdit<Header, Item>> & Sendable
    ) async throws -> Version {
        try await transaction { draft in for edit in edits { try draft.apply(edit) } }
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
