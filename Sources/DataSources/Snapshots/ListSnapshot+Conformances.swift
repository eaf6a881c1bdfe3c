extension ListSnapshot: Equatable {
    /// Whether both contain equal items in the same order; skips shared nodes.
    ///
    /// Items with the same stored bits are equal, even if they do not equal themselves.
    ///
    /// - Complexity: O(*n*) at worst; O(1) when either is a copy of the other.
    @inlinable
    public static func == (left: ListSnapshot, right: ListSnapshot) -> Bool {
        left.tree.isContentEqual(to: right.tree)
    }
}

extension ChunkTree where Element: Equatable {
    @inlinable
    func isContentEqual(to other: ChunkTree) -> Bool {
        if isIdentical(to: other) { return true }
        if count != other.count { return false }
        return withExtendedLifetime((root, other.root)) {
            let isEqual = withBorrowedPointer(to: root) { root in
                withBorrowedPointer(to: other.root) { ChunkNode.areEqual(root, $0) }
            }
            if let isEqual { return isEqual }
            var position = 0
            while position < count {
                let left = leaf(at: position)
                let right = other.leaf(at: position)
                let length = Swift.min(left.count - left.offset, right.count - right.offset)
                let (a, b) = (left.base + left.offset, right.base + right.offset)
                if a != b {
                    for offset in 0..<length where !isUnchanged(a + offset, b + offset) { return false }
                }
                position += length
            }
            return true
        }
    }
}

extension ListSnapshot: Hashable where Item: Hashable {
    /// Feeds the items, in order, into the hasher.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        var iterator = makeIterator()
        while let item = iterator.next() { hasher.combine(item) }
    }
}

extension ListSnapshot: Encodable where Item: Encodable {
    /// Encodes the items as an array, without the version, which belongs to the source.
    ///
    /// - Throws: What encoding an item throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for item in self { try container.encode(item) }
    }
}

extension ListSnapshot: CustomStringConvertible {
    /// The items in brackets; of more than twenty, the first twenty and the number of the others.
    public var description: String {
        let shown = prefix(20).map { String(describing: $0) }.joined(separator: ", ")
        return count > 20 ? "[\(shown), … \(count - 20) more]" : "[\(shown)]"
    }
}
