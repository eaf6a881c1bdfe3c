// Names that one guesses, since arrays have them. The compiler says what to write instead.
extension ListSource {
    /// Read `snapshot`.
    @available(*, unavailable, message: "read snapshot, which is a collection of the items")
    public nonisolated var items: ListSnapshot<Item> { fatalError() }

    /// Read `snapshot.count`.
    @available(*, unavailable, message: "read snapshot.count")
    public nonisolated var count: Int { fatalError() }

    /// Read `snapshot[position]`.
    @available(*, unavailable, message: "read snapshot[position], which is nil if there is no such item")
    public nonisolated subscript(position: Int) -> Item { fatalError() }

    /// Use `append(_:)`, `insert(_:at:)` or `upsert(_:)`.
    @available(*, unavailable, message: "say where: append(_:), insert(_:at:), or upsert(_:)")
    public nonisolated func insert(_ item: Item) async throws {
        fatalError()
    }

    /// Use `remove(id:)`.
    @available(*, unavailable, renamed: "remove(id:)", message: "an item is removed by its id")
    public nonisolated func remove(_ item: Item) async throws {
        fatalError()
    }
}
