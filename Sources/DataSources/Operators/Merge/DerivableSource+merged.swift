extension DerivableSource {
    /// The items of this source followed by those of the other lists; an id in several lists appears once, from the
    /// earliest.
    ///
    /// | In one of the lists | Output |
    /// |---|---|
    /// | insert | an insertion; if a later list has the id, the item's move here, and any update of its content |
    /// | delete | a deletion; if a later list has the id, the item's move there, and any update of its content |
    /// | move, update | the same |
    /// | any, of an id that an earlier list has | nothing |
    ///
    /// SQL's `UNION`, by id; DynamicData's `Or` and `MergeChangeSets`. For two lists see ``union(_:)``.
    ///
    /// ```swift
    /// let everybody = staff.merged(with: contractors, trainees)
    /// ```
    ///
    /// - Parameter others: The lists that follow this one.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes, regardless of the number of lists; a change of an id also costs
    ///   O(*l*) for the *l* lists that have it.
    @inlinable
    public func merged<Item>(
        with others: any DerivableSource<ListSnapshot<Item>>...
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        let sources: [any DerivableSource<ListSnapshot<Item>>] = [self]
        return DerivedSource(merging: sources + others)
    }

    /// The items of this source followed by the items of `other` whose ids this source does not have.
    ///
    /// Works like ``merged(with:)`` for two lists. An item deleted here stays in the output if `other` still has it.
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
    /// Creates a source that concatenates lists; an id in several lists appears once, from the earliest.
    ///
    /// See ``DerivableSource/merged(with:)``. Without any lists it is empty and finished.
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
