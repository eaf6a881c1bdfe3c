extension SectionedSnapshot: RandomAccessCollection {
    /// An index of a snapshot; its ``offset`` is the section's position.
    public struct Index: Hashable, Comparable, Sendable {
        /// The position, counted from zero.
        public let offset: Int

        @inlinable
        init(offset: Int) {
            self.offset = offset
        }

        /// Whether the left index comes first.
        @inlinable
        public static func < (left: Index, right: Index) -> Bool {
            left.offset < right.offset
        }
    }

    /// An iterator over the sections in order.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline let snapshot: SectionedSnapshot
        @usableFromInline var base: ChunkTree<SectionRecord<Header, Item>>.Iterator

        @inlinable
        init(_ snapshot: SectionedSnapshot) {
            self.snapshot = snapshot
            base = ChunkTree<SectionRecord<Header, Item>>.Iterator(snapshot.tree)
        }

        /// The next section; `nil` after the last.
        @inlinable
        public mutating func next() -> ItemSection<Header, Item>? {
            base.next().map { snapshot.section(of: $0) }
        }
    }

    /// An iterator before the first section.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(self)
    }

    /// The index of the first section.
    @inlinable
    public var startIndex: Index { Index(offset: 0) }

    /// The index after the last section.
    @inlinable
    public var endIndex: Index { Index(offset: tree.count) }

    /// The number of sections, in O(1).
    @inlinable
    public var count: Int { tree.count }

    /// The section at an index of this snapshot.
    @inlinable
    public subscript(index: Index) -> ItemSection<Header, Item> {
        precondition(index.offset >= 0 && index.offset < tree.count, "the index is not one of this snapshot")
        return section(of: tree.element(at: index.offset))
    }

    /// The index after `index`.
    @inlinable
    public func index(after index: Index) -> Index {
        Index(offset: index.offset + 1)
    }

    /// The index before `index`.
    @inlinable
    public func index(before index: Index) -> Index {
        Index(offset: index.offset - 1)
    }

    /// The index `distance` sections after `index`.
    @inlinable
    public func index(_ index: Index, offsetBy distance: Int) -> Index {
        Index(offset: index.offset + distance)
    }

    /// The number of sections from one index to another.
    @inlinable
    public func distance(from start: Index, to end: Index) -> Int {
        end.offset - start.offset
    }
}
