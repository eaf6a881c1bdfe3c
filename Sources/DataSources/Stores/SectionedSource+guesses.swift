// Names that one guesses, since a list's methods have them. The compiler names the right one, and can write it. Sections and
// items both have ids and positions, so the methods of sectioned sources say which they mean.
extension SectionedSource {
    /// Use `appendItem(_:toSection:)`.
    @available(*, unavailable, renamed: "appendItem(_:toSection:)")
    public nonisolated func append(_ item: Item, toSection id: Header.ID) async throws {
        fatalError()
    }

    /// Use `appendSection(_:)`.
    @available(*, unavailable, renamed: "appendSection(_:)")
    public nonisolated func append(_ section: ItemSection<Header, Item>) async throws {
        fatalError()
    }

    /// Use `insertItem(_:at:)`.
    @available(*, unavailable, renamed: "insertItem(_:at:)")
    public nonisolated func insert(_ item: Item, at path: ItemPath) async throws {
        fatalError()
    }

    /// Use `insertSection(_:at:)`.
    @available(*, unavailable, renamed: "insertSection(_:at:)")
    public nonisolated func insert(_ section: ItemSection<Header, Item>, at position: Int) async throws {
        fatalError()
    }

    /// Use `upsertItem(_:inSection:)`.
    @available(*, unavailable, renamed: "upsertItem(_:inSection:)")
    public nonisolated func upsert(_ item: Item, inSection id: Header.ID) async throws {
        fatalError()
    }

    /// Use `updateItem(_:)`.
    @available(*, unavailable, renamed: "updateItem(_:)")
    public nonisolated func update(_ item: Item) async throws {
        fatalError()
    }

    /// Use `updateItem(id:_:)`.
    @available(*, unavailable, renamed: "updateItem(id:_:)")
    public nonisolated func update(id: Item.ID, _ body: @Sendable (inout Item) throws -> Void) async throws {
        fatalError()
    }

    /// Use `removeItem(id:)`.
    @available(*, unavailable, renamed: "removeItem(id:)")
    public nonisolated func remove(id: Item.ID) async throws {
        fatalError()
    }

    /// Use `removeItem(at:)`.
    @available(*, unavailable, renamed: "removeItem(at:)")
    public nonisolated func remove(at path: ItemPath) async throws {
        fatalError()
    }

    /// Use `moveItem(id:to:)`.
    @available(*, unavailable, renamed: "moveItem(id:to:)")
    public nonisolated func move(id: Item.ID, to path: ItemPath) async throws {
        fatalError()
    }

    /// Use `moveItem(id:toSection:at:)`.
    @available(*, unavailable, renamed: "moveItem(id:toSection:at:)")
    public nonisolated func move(id: Item.ID, toSection section: Header.ID, at offset: Int) async throws {
        fatalError()
    }
}
