extension ChunkNode where Element: Equatable {
    /// Whether two subtrees contain equal elements, if their nodes correspond; skips shared nodes.
    ///
    /// Elements with the same stored bits are equal, even if they do not equal themselves.
    ///
    /// - Returns: The answer; `nil` if the subtrees are divided in different ways, so that their nodes say nothing.
    /// - Complexity: O(*k* log *n*) for *k* changed leaves.
    @inlinable
    static func areEqual(_ left: BorrowedPointer<ChunkNode>, _ right: BorrowedPointer<ChunkNode>) -> Bool? {
        if left.pointee.isIdentical(to: right.pointee) { return true }
        guard left.pointee.count == right.pointee.count, left.pointee.width == right.pointee.width else { return nil }
        if left.pointee.isLeaf != right.pointee.isLeaf { return nil }
        if left.pointee.isLeaf {
            let (a, b) = (left.pointee.firstElement, right.pointee.firstElement)
            for offset in 0..<left.pointee.width where !isUnchanged(a + offset, b + offset) { return false }
            return true
        }
        let (a, b) = (left.pointee.firstChild, right.pointee.firstChild)
        for place in 0..<left.pointee.width {
            guard let isEqual = areEqual(a + place, b + place) else { return nil }
            if !isEqual { return false }
        }
        return true
    }
}
