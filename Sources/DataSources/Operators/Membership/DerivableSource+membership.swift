extension DerivableSource {
    /// The items of this source whose ids `other` has too, in this source's order and with its content.
    ///
    /// | Change | What comes out |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, of an item that the other source has; else nothing |
    /// | in `other`: insert | an insertion, if this source has the item |
    /// | in `other`: delete | a deletion, if this source has the item |
    /// | in `other`: move, update | nothing |
    ///
    /// The items of `other` may be of another type, with ids of the same one. What SQL calls `INTERSECT`, of ids;
    /// DynamicData's `And`.
    ///
    /// ```swift
    /// let shown = messages.intersection(favorites)
    /// ```
    ///
    /// - Parameter other: The list whose ids count.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func intersection<Item, Other>(
        _ other: some DerivableSource<ListSnapshot<Other>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item>, Other.ID == Item.ID {
        DerivedSource(from: self, other, through: MembershipOperator(keepsMembers: true))
    }

    /// The items of this source whose ids `other` does not have, in this source's order.
    ///
    /// | Change | What comes out |
    /// |---|---|
    /// | here: insert, delete, move, update | the same, of an item that the other source does not have; else nothing |
    /// | in `other`: insert | a deletion, if this source has the item |
    /// | in `other`: delete | an insertion, if this source has the item |
    /// | in `other`: move, update | nothing |
    ///
    /// The items of `other` may be of another type, with ids of the same one. What SQL calls `EXCEPT`, of ids;
    /// DynamicData's `Except`.
    ///
    /// ```swift
    /// let unread = messages.subtracting(read)
    /// ```
    ///
    /// - Parameter other: The list whose ids count.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func subtracting<Item, Other>(
        _ other: some DerivableSource<ListSnapshot<Other>>
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item>, Other.ID == Item.ID {
        DerivedSource(from: self, other, through: MembershipOperator(keepsMembers: false))
    }
}
