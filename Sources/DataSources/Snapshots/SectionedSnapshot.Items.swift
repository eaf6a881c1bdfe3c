extension SectionedSnapshot {
    /// All items of all sections, in order.
    @inlinable
    public var items: Items { Items(self) }

    /// The sections in order: the snapshot itself, which is their collection.
    @inlinable
    public var sections: SectionedSnapshot { self }

    /// The items of a sectioned snapshot as one collection, indexed by ``ItemPath``.
    public struct Items: BidirectionalCollection, Sendable {
        @usableFromInline let snapshot: SectionedSnapshot

        @inlinable
        init(_ snapshot: SectionedSnapshot) {
            self.snapshot = snapshot
        }

        /// An iterator over the items in order, O(1) per item.
        public struct Iterator: IteratorProtocol, Sendable {
            @usableFromInline var sections: ChunkTree<SectionRecord<Header, Item>>.Iterator
            @usableFromInline var items: ChunkTree<Item>.Iterator?

            @inlinable
            init(_ snapshot: SectionedSnapshot) {
                sections = ChunkTree<SectionRecord<Header, Item>>.Iterator(snapshot.tree)
            }

            /// The next item; `nil` after the last one of the last section.
            @inlinable
            public mutating func next() -> Item? {
                while true {
                    if let item = items?.next() { return item }
                    guard let record = sections.next() else { return nil }
                    items = ChunkTree<Item>.Iterator(record.tree)
                }
            }
        }

        /// An iterator before the first item.
        @inlinable
        public func makeIterator() -> Iterator {
            Iterator(snapshot)
        }

        /// The path of the first item.
        @inlinable
        public var startIndex: ItemPath { firstPath(from: 0) }

        /// The path after the last item: the start of a section after the last.
        @inlinable
        public var endIndex: ItemPath { ItemPath(section: snapshot.count, item: 0) }

        /// The number of items, in O(1).
        @inlinable
        public var count: Int { snapshot.itemCount }

        /// The item at a path of this snapshot.
        @inlinable
        public subscript(path: ItemPath) -> Item {
            guard let item = snapshot[path] else { preconditionFailure("the path \(path) is not one of this snapshot") }
            return item
        }

        /// The path of the next item, in this section or the next non-empty one.
        @inlinable
        public func index(after path: ItemPath) -> ItemPath {
            precondition(snapshot.contains(path), "there is no path after \(path)")
            return path.item + 1 < count(ofSection: path.section)
                ? ItemPath(section: path.section, item: path.item + 1) : firstPath(from: path.section + 1)
        }

        /// The path of the previous item, in this section or the previous non-empty one.
        @inlinable
        public func index(before path: ItemPath) -> ItemPath {
            precondition(path == endIndex || snapshot.contains(path), "there is no path before \(path)")
            if path.item > 0 { return ItemPath(section: path.section, item: path.item - 1) }
            var section = path.section - 1
            while section >= 0, count(ofSection: section) == 0 { section -= 1 }
            precondition(section >= 0, "there is no path before the first")
            return ItemPath(section: section, item: count(ofSection: section) - 1)
        }

        @inlinable
        func count(ofSection section: Int) -> Int {
            snapshot.tree.element(at: section).tree.count
        }

        @inlinable
        func firstPath(from section: Int) -> ItemPath {
            var section = section
            while section < snapshot.count, count(ofSection: section) == 0 { section += 1 }
            return ItemPath(section: section, item: 0)
        }
    }
}
