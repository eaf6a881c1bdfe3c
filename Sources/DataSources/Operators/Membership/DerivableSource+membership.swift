extension DerivableSource {
    /// The items of this source whose ids are also in `other`, in the order and with the content of this source.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, if the other source has the item; else nothing |
    /// | in `other`: insert | an insertion, if this source has the item |
    /// | in `other`: delete | a deletion, if this source has the item |
    /// | in `other`: move, update | nothing |
    ///
    /// The items of `other` may have another type, but their ids have the same type. SQL's `INTERSECT`, by id;
    /// DynamicData's `And`.
    ///
    /// ```swift
    /// let shown = messages.intersection(favorites)
    /// ```
    ///
    /// - Parameter other: The list of ids to keep.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func intersection<Item, Other>(
        _ other: some DerivableSource<ListSnapshot<Other>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item>, Other.ID == Item.ID {
        DerivedSource(from: self, other, through: MembershipOperator(keepsMembers: true))
    }

    /// The items of this source whose ids are not in `other`, in the order of this source.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, if the other source does not have the item; else nothing |
    /// | in `other`: insert | a deletion, if this source has the item |
    /// | in `other`: delete | an insertion, if this source has the item |
    /// | in `other`: move, update | nothing |
    ///
    /// The items of `other` may have another type, but their ids have the same type. SQL's `EXCEPT`, by id;
    /// DynamicData's `Except`.
    ///
    /// ```swift
    /// let unread = messages.subtracting(read)
    /// ```
    ///
    /// - Parameter other: The list of ids to leave out.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func subtracting<Item, Other>(
        _ other: some DerivableSource<ListSnapshot<Other>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item>, Other.ID == Item.ID {
        DerivedSource(from: self, other, through: MembershipOperator(keepsMembers: false))
    }
}

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
