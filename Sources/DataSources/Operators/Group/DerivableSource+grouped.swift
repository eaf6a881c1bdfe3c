extension DerivableSource {
    /// The items of this source in sections, one for each key, in ascending order of the keys.
    ///
    /// Works like ``grouped(by:order:header:)`` with the keys as headers.
    ///
    /// ```swift
    /// let byDepartment = staff.grouped(by: \.departmentID)
    /// await byDepartment.snapshot.map { ($0.id, $0.items.count) }
    /// ```
    ///
    /// - Parameter key: The key of an item; items with equal keys share a section.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, Key: Comparable>(
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        grouped(by: key, order: .ascending)
    }

    /// The items of this source in sections, one for each key, in a given order.
    ///
    /// Works like ``grouped(by:order:header:)`` with the keys as headers.
    ///
    /// ```swift
    /// let conversations = messages.grouped(by: \.sender, order: .firstAppearance)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item; items with equal keys share a section.
    ///   - order: The order of the sections.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, Key>(
        @OperatorClosure<Key> by key: @escaping @Sendable (Item) -> Key,
        order: GroupOrder<Key>
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        grouped(by: key, order: order) { key, _ in GroupHeader(key) }
    }

    /// The items of this source in sections, one for each key, with headers computed from the sections' items.
    ///
    /// A section appears with its first item and disappears with its last. Items keep their upstream order within a
    /// section.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete | the same, in the item's section; inserts or deletes the section if needed |
    /// | update | an update; also a move, if the item has a new key |
    /// | move | a move, if the order within the section changes; else nothing |
    ///
    /// With the order ``GroupOrder/firstAppearance``, a section moves when its first item changes place among those of
    /// the other sections. SQL's `GROUP BY` with the rows kept; DynamicData's `Group`.
    ///
    /// ```swift
    /// let departments = staff.grouped(by: \.departmentID, order: .ascending) { id, members in
    ///     Department(id: id, title: "\(id) (\(members.count))")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of an item; items with equal keys share a section. Called for inserted and updated items; must
    ///     give the same key for equal items.
    ///   - order: The order of the sections.
    ///   - header: Makes a header from the key and the items of a section; its id must be the key, or it traps. Called
    ///     for each section whose items have changed.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func grouped<Item, Header>(
        @OperatorClosure<Header.ID> by key: @escaping @Sendable (Item) -> Header.ID,
        order: GroupOrder<Header.ID>,
        @OperatorClosure<Header> header: @escaping @Sendable (_ key: Header.ID, _ items: ListSnapshot<Item>) -> Header
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

    /// The items of this source in sections by a key that depends on a value, regrouped when the value changes.
    ///
    /// ```swift
    /// let table = staff.grouped(by: column, order: .ascending) { employee, column in employee[keyPath: column.path] }
    /// ```
    ///
    /// Changes of this source have the same effect as in ``grouped(by:order:header:)``. While the parameter has no
    /// value there are no sections.
    ///
    /// - Parameters:
    ///   - parameter: A source of one value, such as a ``Parameter``.
    ///   - order: The order of the sections.
    ///   - key: The key of an item; items with equal keys share a section.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes; O(*n*) for a new value.
    @inlinable
    public func grouped<Item, Value, Key>(
        by parameter: some DerivableSource<ValueSnapshot<Value>>,
        order: GroupOrder<Key>,
        @OperatorClosure<Key> key: @escaping @Sendable (_ item: Item, _ value: Value) -> Key
    ) -> DerivedSource<SectionedSnapshot<GroupHeader<Key>, Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, parameter, through: ByValueOperator(order, key: key))
    }
}
