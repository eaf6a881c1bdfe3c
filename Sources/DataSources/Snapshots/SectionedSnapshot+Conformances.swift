extension SectionedSnapshot: Equatable {
    /// Whether both contain equal sections in the same order; skips shared nodes.
    ///
    /// Headers and items with the same stored bits are equal, even if they do not equal themselves.
    ///
    /// - Complexity: O(*n*) at worst; O(1) when either is a copy of the other.
    @inlinable
    public static func == (left: SectionedSnapshot, right: SectionedSnapshot) -> Bool {
        if left.tree.isIdentical(to: right.tree) { return true }
        if left.count != right.count || left.totalItems != right.totalItems { return false }
        var others = ChunkTree<SectionRecord<Header, Item>>.Iterator(right.tree)
        var records = ChunkTree<SectionRecord<Header, Item>>.Iterator(left.tree)
        while let record = records.next(), let other = others.next() {
            if !isUnchanged(record.header, other.header) || !record.tree.isContentEqual(to: other.tree) { return false }
        }
        return true
    }
}

extension SectionedSnapshot: Hashable where Header: Hashable, Item: Hashable {
    /// Feeds the sections, in order, into the hasher.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for section in self { hasher.combine(section) }
    }
}

extension SectionedSnapshot: Encodable where Header: Encodable, Item: Encodable {
    /// Encodes the sections as an array, without the version, which belongs to the source.
    ///
    /// - Throws: What encoding a header or an item throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for section in self { try container.encode(section) }
    }
}

extension SectionedSnapshot: CustomStringConvertible {
    /// The sections in brackets; of more than twenty, the first twenty and the number of the others.
    public var description: String {
        let shown = prefix(20).map(\.description).joined(separator: "; ")
        return count > 20 ? "[\(shown); … \(count - 20) more]" : "[\(shown)]"
    }
}
