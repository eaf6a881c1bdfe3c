extension DerivableSource {
    /// The item with this id, as a source of one value; no value while there is no such item.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | the item is inserted, updated, deleted | an update |
    /// | the item is moved | nothing |
    /// | any change of another item | nothing |
    ///
    /// ```swift
    /// let alice = staff.watching(id: 1)
    /// for await update in await alice.subscribe() { show(update.after.value) }      // nil: deleted
    /// ```
    ///
    /// To get the item once, use ``ListSource/item(id:)``. DynamicData's `Watch`.
    ///
    /// - Parameter id: The id of the item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) comparisons of ids for *k* items inserted, deleted or updated; nothing is kept but the item.
    @inlinable
    public func watching<Item>(
        id: Item.ID
    ) -> DerivedSource<ValueSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: WatchOperator(id) { $0 })
    }

    /// The item with this id, in whichever section, as a source of one value; no value while there is no such item.
    ///
    /// An item that changes its section changes nothing. Otherwise works like the other `watching`.
    ///
    /// - Parameter id: The id of the item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) comparisons of ids for *k* items inserted, deleted or updated, where a section that is
    ///   inserted or deleted counts as its items.
    @inlinable
    public func watching<Header, Item>(
        id: Item.ID
    ) -> DerivedSource<ValueSnapshot<Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: WatchOperator(id) { $0 })
    }

    /// The item whose id is the value of another source, such as a ``Parameter``; no value while there is no id or no
    /// such item.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | this source | as with the other `watching` |
    /// | the id | an update, if the item differs |
    /// | both at once | one update |
    ///
    /// ```swift
    /// let selection = Parameter(alice.id)
    /// let selected = staff.watching(id: selection)
    /// selection.set(bob.id)
    /// ```
    ///
    /// - Parameter id: The source of the id.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) expected for *k* changes, O(1) expected for a new id; it keeps a table of the *n* items.
    @inlinable
    @_disfavoredOverload
    public func watching<Item>(
        id: some DerivableSource<ValueSnapshot<Item.ID>>
    ) -> DerivedSource<ValueSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, id, through: WatchByValueOperator<ListSnapshot<Item>>())
    }

    /// The item whose id is the value of another source, in whichever section; no value while there is no id or no such
    /// item.
    ///
    /// Works like the other `watching`.
    ///
    /// - Parameter id: The source of the id.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) expected for *k* changes, where a section that is inserted or deleted counts as its items;
    ///   O(1) expected for a new id. It keeps a table of the *n* items.
    @inlinable
    @_disfavoredOverload
    public func watching<Header, Item>(
        id: some DerivableSource<ValueSnapshot<Item.ID>>
    ) -> DerivedSource<ValueSnapshot<Item>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, id, through: WatchByValueOperator<SectionedSnapshot<Header, Item>>())
    }

    /// Whether there is an item with this id, as a source of one value.
    ///
    /// ```swift
    /// let isFavorite = favorites.contains(id: song.id)
    /// ```
    ///
    /// - Parameter id: The id of the item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) comparisons of ids for *k* items inserted, deleted or updated.
    @inlinable
    public func contains<Item>(
        id: Item.ID
    ) -> DerivedSource<ValueSnapshot<Bool>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: WatchOperator(id) { $0 != nil }).starting(with: ValueSnapshot(false))
    }

    /// Whether there is an item with this id in any section, as a source of one value.
    ///
    /// - Parameter id: The id of the item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k*) comparisons of ids for *k* items inserted, deleted or updated, where a section that is
    ///   inserted or deleted counts as its items.
    @inlinable
    public func contains<Header, Item>(
        id: Item.ID
    ) -> DerivedSource<ValueSnapshot<Bool>> where Snapshot == SectionedSnapshot<Header, Item> {
        DerivedSource(from: self, through: WatchOperator(id) { $0 != nil }).starting(with: ValueSnapshot(false))
    }
}
