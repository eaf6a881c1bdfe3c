extension DerivableSource {
    /// The items of this source whose ids are not in `other`, followed by those of `other` whose ids are not in this
    /// source.
    ///
    /// | Change, in either list | Output |
    /// |---|---|
    /// | insert | an insertion; if the other list has the id, the deletion of that item |
    /// | delete | a deletion; if the other list has the id, the insertion of that item |
    /// | move, update | the same, if only this list has the id |
    ///
    /// DynamicData's `Xor`.
    ///
    /// ```swift
    /// let unsynced = local.symmetricDifference(remote)
    /// ```
    ///
    /// - Parameter other: The other list.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func symmetricDifference<Item>(
        _ other: some DerivableSource<ListSnapshot<Item>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        subtracting(other).union(other.subtracting(self))
    }
}
