// Names that one guesses, since a list's methods have them. The compiler names the right one, and can write it. Sections and
// items both have ids and positions, so the methods of sectioned drafts say which they mean.
extension SectionedDraft {
    /// Use `appendItem(_:toSection:)`.
    @available(*, unavailable, renamed: "appendItem(_:toSection:)")
    public mutating func append(_ item: Item, toSection id: Header.ID) throws {
        fatalError()
    }

    /// Use `appendSection(_:)`.
    @available(*, unavailable, renamed: "appendSection(_:)")
    public mutating func append(_ section: ItemSection<Header, Item>) throws {
        fatalError()
    }

    /// Use `insertItem(_:at:)`.
    @available(*, unavailable, renamed: "insertItem(_:at:)")
    public mutating func insert(_ item: Item, at path: ItemPath) throws {
        fatalError()
    }

    /// Use `insertSection(_:at:)`.
    @available(*, unavailable, renamed: "insertSection(_:at:)")
    public mutating func insert(_ section: ItemSection<Header, Item>, at position: Int) throws {
        fatalError()
    }

    /// Use `upsertItem(_:inSection:)`.
    @available(*, unavailable, renamed: "upsertItem(_:inSection:)")
    public mutating func upsert(_ item: Item, inSection id: Header.ID) throws {
        fatalError()
    }

    /// Use `updateItem(_:)`.
    @available(*, unavailable, renamed: "updateItem(_:)")
    public mutating func update(_ item: Item) throws {
        fatalError()
    }

    /// Use `updateItem(id:_:)`.
    @available(*, unavailable, renamed: "updateItem(id:_:)")
    public mutating func update(id: Item.ID, _ body: (inout Item) throws -> Void) throws {
        fatalError()
    }

    /// Use `removeItem(id:)`.
    @available(*, unavailable, renamed: "removeItem(id:)")
    public mutating func remove(id: Item.ID) throws {
        fatalError()
    }

    /// Use `removeItem(at:)`.
    @available(*, unavailable, renamed: "removeItem(at:)")
    public mutating func remove(at path: ItemPath) throws {
        fatalError()
    }

    /// Use `moveItem(id:to:)`.
    @available(*, unavailable, renamed: "moveItem(id:to:)")
    public mutating func move(id: Item.ID, to path: ItemPath) throws {
        fatalError()
    }

    /// Use `moveItem(id:toSection:at:)`.
    @available(*, unavailable, renamed: "moveItem(id:toSection:at:)")
    public mutating func move(id: Item.ID, toSection section: Header.ID, at offset: Int) throws {
        fatalError()
    }
}
