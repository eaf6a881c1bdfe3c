extension DerivableSource {
    /// The items of this source, and then those of others, one list after the other; of an id that is in several, the
    /// item of the earliest.
    ///
    /// | In one of the lists | What comes out |
    /// |---|---|
    /// | insert | an insertion; of an id that a later list has, what the item's move to here, and its update, come to |
    /// | delete | a deletion; of an id that a later list has, what the item's move to there, and its update, come to |
    /// | move, update | the same |
    /// | any, of an id that an earlier list has | nothing |
    ///
    /// What SQL calls `UNION`, of ids; DynamicData's `Or` and `MergeChangeSets`. For two lists see ``union(_:)``.
    ///
    /// ```swift
    /// let everybody = staff.merged(with: contractors, trainees)
    /// ```
    ///
    /// - Parameter others: The lists that follow this one.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, however many lists there are; for an id that is in several, O(their
    ///   number) besides.
    @inlinable
    public func merged<Item>(
        with others: any DerivableSource<ListSnapshot<Item>>...
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        let sources: [any DerivableSource<ListSnapshot<Item>>] = [self]
        return DerivedSource(merging: sources + others)
    }

    /// The items of this source, and then those of `other` whose ids this one does not have.
    ///
    /// As ``merged(with:)``, for two lists. An item that leaves this source and is still in the other one goes on from
    /// there.
    ///
    /// ```swift
    /// let known = favorites.union(recent)
    /// ```
    ///
    /// - Parameter other: The list that follows this one.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func union<Item>(
        _ other: some DerivableSource<ListSnapshot<Item>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(merging: [self, other])
    }
}

extension DerivedSource {
    /// Creates a source of the items of lists, one after the other; of an id that is in several, the item of the earliest.
    ///
    /// See ``DerivableSource/merged(with:)``. Of no lists at all it is empty, and finished.
    ///
    /// ```swift
    /// let everything = DerivedSource(merging: shelves)
    /// ```
    ///
    /// - Parameter sources: The lists.
    @inlinable
    public convenience init<Item>(merging sources: [any DerivableSource<ListSnapshot<Item>>])
    where Snapshot == ListSnapshot<Item> {
        self.init(from: sources, through: MergeOperator<Item>())
    }
}
