extension ListSnapshot {
    /// Calls `body` with each item at a position in `range`, in order.
    ///
    /// Skips positions that the list does not have.
    ///
    /// - Throws: What `body` throws.
    /// - Complexity: O(log *n*) for each leaf of up to 32 items that the range touches, and O(1) per item.
    @inlinable
    public func forEach<E: Error>(
        in range: Range<Int>,
        _ body: (_ position: Int, _ item: Item) throws(E) -> Void
    ) throws(E) {
        let range = range.clamped(to: 0..<count)
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
