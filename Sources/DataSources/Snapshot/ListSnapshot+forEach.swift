extension ListSnapshot {
    /// Calls `body` with each item at a position in `range`, in order.
    ///
    /// - Precondition: The range lies within `0..<count`.
    /// - Throws: What `body` throws.
    /// - Complexity: O(log *n*) for each leaf of up to 32 items that the range touches, and O(1) an item.
    @inlinable
    public func forEach<E: Error>(
        in range: Range<Int>,
        _ body: (_ position: Int, _ item: Item) throws(E) -> Void
    ) throws(E) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range is not one of this snapshot")
        var position = range.lowerBound
        while position < range.upperBound {
            let span = tree.leaf(at: position)
            for offset in span.offset..<Swift.min(span.count, span.offset + range.upperBound - position) {
                try body(position, span.base[offset])
                position += 1
            }
        }
    }
}
