extension DerivableSource {
    /// The items of this source in sections, one for each key, in the order of the keys.
    ///
    /// As ``grouped(by:order:header:)`` with keys as headers.
    ///
    /// ```swift
    /// let byDepartment = staff.grouped(by: \.departmentID)
    /// await byDepartment.snapshot.map { ($0.id, $0.items.count) }
    /// ```
    ///
    /// - Parameter key: What the items of a section have in common.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, Key: Comparable>(
        by key: @escaping @Sendable (Item) -> Key
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        grouped(by: key, order: .ascending)
    }

    /// The items of this source in sections, one for each key, in an order of their own.
    ///
    /// As ``grouped(by:order:header:)`` with keys as headers.
    ///
    /// ```swift
    /// let conversations = messages.grouped(by: \.sender, order: .firstAppearance)
    /// ```
    ///
    /// - Parameters:
    ///   - key: What the items of a section have in common.
    ///   - order: How the sections follow one another.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, Key>(
        by key: @escaping @Sendable (Item) -> Key,
        order: GroupOrder<Key>
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        grouped(by: key, order: order) { key, _ in GroupHeader(key) }
    }

    /// The items of this source in sections, one for each key, with headers made from the sections' items.
    ///
    /// Sections come with their first item and go with their last one. The items of a section are in the order they have
    /// upstream.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete | the same, in the item's section; the section comes or goes with it |
    /// | update | an update; a move besides, if the item has another key now |
    /// | move | a move, if the item passed others of its section; else nothing |
    ///
    /// Where sections are in the order of their first appearance they move when others become their first items. What
    /// SQL calls `GROUP BY`, with the rows still there; DynamicData's `Group`.
    ///
    /// ```swift
    /// let departments = staff.grouped(by: \.departmentID, order: .ascending) { id, members in
    ///     Department(id: id, title: "\(id) (\(members.count))")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: What the items of a section have in common. It is called for items that are new or updated, and has to
    ///     give the same key for equal items.
    ///   - order: How the sections follow one another.
    ///   - header: Makes a header from the key and the items of the section; another id than the key is a programming
    ///     error and traps. It is called for the sections whose items have changed.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, Header>(
        by key: @escaping @Sendable (Item) -> Header.ID,
        order: GroupOrder<Header.ID>,
        header: @escaping @Sendable (_ key: Header.ID, _ items: ListSnapshot<Item>) -> Header
    ) -> DerivedSource<SectionedSnapshot<Header, Item>> where Snapshot == ListSnapshot<Item> {
        let made: @Sendable (Header.ID, ListSnapshot<Item>) -> Header = { key, items in
            let header = header(key, items)
            precondition(
                areSameKey(header.id, key) || !areOtherKeys({ header.id }, { key }),
                "the header of the group \(key) has the id \(header.id)")
            return header
        }
        return DerivedSource(from: self, through: GroupOperator(.withItems(order, header: made), key: key))
    }

    /// The items of this source in sections by a key that depends on a value, and that changes as the value does.
    ///
    /// ```swift
    /// let table = staff.grouped(by: column, order: .ascending) { employee, column in employee[keyPath: column.path] }
    /// ```
    ///
    /// Changes of this source come out as from ``grouped(by:order:header:)``. While the parameter has no value there are
    /// no sections.
    ///
    /// - Parameters:
    ///   - parameter: A source of one value, as ``Parameter`` is.
    ///   - order: How the sections follow one another.
    ///   - key: What the items of a section have in common.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for another value.
    @inlinable
    public func grouped<Item, Value, Key>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        order: GroupOrder<Key>,
        key: @escaping @Sendable (_ item: Item, _ value: Value) -> Key
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, parameter, through: GroupByValueOperator(order, key: key))
    }
}
