extension ListSnapshot: RandomAccessCollection {
    /// An index of a snapshot; its ``offset`` is the item's position.
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

    /// An iterator over the items in order, O(1) per item.
    public struct Iterator: IteratorProtocol, Sendable {
        @usableFromInline var base: ChunkTree<Item>.Iterator

        @inlinable
        init(_ tree: ChunkTree<Item>) {
            base = ChunkTree<Item>.Iterator(tree)
        }

        /// The next item; `nil` after the last.
        @inlinable @inline(__always)
        public mutating func next() -> Item? {
            base.next()
        }
    }

    /// An iterator before the first item; it retains the snapshot.
    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(tree)
    }

    /// The index of the first item.
    @inlinable
    public var startIndex: Index { Index(offset: 0) }

    /// The index after the last item.
    @inlinable
    public var endIndex: Index { Index(offset: tree.count) }

    /// The number of items, in O(1).
    @inlinable
    public var count: Int { tree.count }

    /// The item at an index of this snapshot.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    public subscript(index: Index) -> Item {
        precondition(contains(position: index.offset), "the index is not one of this snapshot")
        return tree.element(at: index.offset)
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

    /// The index `distance` items after `index`.
    @inlinable
    public func index(_ index: Index, offsetBy distance: Int) -> Index {
        Index(offset: index.offset + distance)
    }

    /// The number of items from one index to another.
    @inlinable
    public func distance(from start: Index, to end: Index) -> Int {
        end.offset - start.offset
    }

    /// The results of `transform` for each item, in order; iterates leaf by leaf.
    ///
    /// - Throws: What `transform` throws.
    @inlinable
    public func map<T, E: Error>(_ transform: (Item) throws(E) -> T) throws(E) -> [T] {
        var result: [T] = []
        result.reserveCapacity(count)
        var iterator = makeIterator()
        while let item = iterator.next() { result.append(try transform(item)) }
        return result
    }

    /// Calls `body` with each contiguous run of items: the fastest iteration.
    ///
    /// The runs have up to 32 items and cover the snapshot in order.
    ///
    /// - Throws: What `body` throws.
    @inlinable
    public func forEachChunk<E: Error>(_ body: (ContiguousArray<Item>) throws(E) -> Void) throws(E) {
        try tree.forEachLeaf { (items, _) throws(E) in try body(items) }
    }
}

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
