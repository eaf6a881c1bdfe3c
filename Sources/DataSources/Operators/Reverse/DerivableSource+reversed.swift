extension DerivableSource {
    /// The items of this source in reverse order.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, move, update | the same, at positions counted from the end |
    ///
    /// ```swift
    /// let newestFirst = messages.reversed()
    /// ```
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    public func reversed<Item>() -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        DerivedSource(from: self, through: ReverseOperator())
    }
}
