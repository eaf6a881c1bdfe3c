extension ListSnapshot {
    /// The items at the positions in `range`, as a slice that copies nothing.
    ///
    /// Positions that the list does not have are left out. A slice retains the whole list. To keep the part alone, or to
    /// iterate over many items of it, make a list: `ListSnapshot(snapshot[10..<20])`.
    ///
    /// ```swift
    /// let page = staff.snapshot[10..<20]
    /// page.map(\.name)
    /// ```
    ///
    /// - Complexity: O(1); reading an item of the slice costs O(log *n*), also when it is iterated over. The same is true
    ///   of the slices of the standard library, such as `prefix(_:)` and `dropFirst(_:)`.
    @inlinable
    public subscript(range: Range<Int>) -> Slice<ListSnapshot> {
        let range = range.clamped(to: 0..<count)
        return Slice(base: self, bounds: Index(offset: range.lowerBound)..<Index(offset: range.upperBound))
    }

    /// Creates a list of the items of a slice; it shares the memory of the list that the slice is of.
    ///
    /// Up to 62 items at its ends are copied. Ids are not checked, since the list has each only once.
    ///
    /// - Complexity: O(log *n* + *m* / 32) for *m* items.
    @inlinable
    public init(_ slice: Slice<ListSnapshot>) {
        let base = slice.base
        let range = (slice.startIndex.offset..<slice.endIndex.offset).clamped(to: 0..<base.count)
        self.init(tree: base.tree.part(range), lineage: range.count == base.count ? base.lineage : .none)
    }
}
