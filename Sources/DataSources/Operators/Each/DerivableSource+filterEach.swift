extension DerivableSource {
    /// The items that a source of their own says to include, in their upstream order.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, move, update | as with `filter(_:)` |
    /// | the answer for an item | an insertion or a deletion |
    /// | several of these in one transaction | one update |
    ///
    /// An item whose source has no value is not included. `isIncluded` is called, and sources are followed and
    /// released, as those of ``combinedWithEach(fileID:line:_:)``. DynamicData calls this `FilterOnObservable`.
    ///
    /// ```swift
    /// let reachable = contacts.filterEach { contact in contact.isOnline }      // a Parameter<Bool> of each contact
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - isIncluded: Finds or creates the source that says whether to include an item.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changed items and answers.
    @inlinable
    public func filterEach<Item>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ isIncluded: @escaping @Sendable (_ item: Item) -> any DerivableSource<ValueSnapshot<Bool>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        combinedWithEach(fileID: fileID, line: line, isIncluded).compactMap { (row) -> Item? in
            row.snapshot.value == true ? row.item : nil
        }
    }

    /// The newest values of the items' own sources, each under the id of its item.
    ///
    /// | What changes | Output |
    /// |---|---|
    /// | insert, delete, move | the same, if there is a value |
    /// | update | nothing; if `source` returns another source, an update if its value differs |
    /// | the value for an item | an update; an insertion or a deletion if there is one, or none, from now on |
    /// | several of these in one transaction | one update |
    ///
    /// An item whose source has no value is left out. `source` is called, and sources are followed and released, as
    /// those of ``combinedWithEach(fileID:line:_:)``, which gives the items as well. DynamicData calls this
    /// `TransformOnObservable`.
    ///
    /// ```swift
    /// let prices = positions.mapEach { position in market.price(of: position.symbol) }  // of Keyed<Position.ID, Price>
    /// ```
    ///
    /// - Parameters:
    ///   - fileID: The call's file, named in the trap's message.
    ///   - line: The call's line.
    ///   - source: Finds or creates the source of an item's value.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changed items and values.
    @inlinable
    public func mapEach<Item, Value>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ source: @escaping @Sendable (_ item: Item) -> any DerivableSource<ValueSnapshot<Value>>
    ) -> DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>> where Snapshot == ListSnapshot<Item> {
        combinedWithEach(fileID: fileID, line: line, source).compactMap { (row) -> Keyed<Item.ID, Value>? in
            row.snapshot.value.map { Keyed(id: row.id, value: $0) }
        }
    }
}
