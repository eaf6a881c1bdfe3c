extension SectionedSnapshot {
    /// The section at `position`, an offset from zero; `nil` when there is none.
    ///
    /// The collection's own ``Index`` is an opaque type, so `snapshot[3]` always returns an optional.
    ///
    /// - Complexity: O(log *s*).
    @inlinable
    public subscript(position: Int) -> ItemSection<Header, Item>? { self[section: position] }

    /// The section at `position`, an offset from zero; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*).
    @inlinable
    public subscript(section position: Int) -> ItemSection<Header, Item>? {
        position >= 0 && position < tree.count ? section(of: tree.element(at: position)) : nil
    }

    /// The item at `path`; `nil` when there is none.
    @inlinable
    public subscript(path: ItemPath) -> Item? {
        guard path.section >= 0, path.section < tree.count, path.item >= 0 else { return nil }
        let items = tree.element(at: path.section).tree
        return path.item < items.count ? items.element(at: path.item) : nil
    }

    /// The section with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*s*), comparing section ids.
    @inlinable
    public subscript(sectionID id: Header.ID) -> ItemSection<Header, Item>? {
        sectionPosition(of: id).flatMap { self[section: $0] }
    }

    /// The item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*n*), comparing ids.
    @inlinable
    public subscript(id id: Item.ID) -> Item? {
        path(of: id).flatMap { self[$0] }
    }

    /// The position of the section with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*s*), comparing section ids.
    @inlinable
    public func sectionPosition(of id: Header.ID) -> Int? {
        tree.searchedPosition(of: id)
    }

    /// The path of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(*n*), comparing ids. A source and its draft find a path by id in O(log *n*).
    @inlinable
    public func path(of id: Item.ID) -> ItemPath? {
        var section = 0
        var sections = ChunkTree<SectionRecord<Header, Item>>.Iterator(tree)
        while let record = sections.next() {
            if let item = record.tree.searchedPosition(of: id) { return ItemPath(section: section, item: item) }
            section += 1
        }
        return nil
    }

    /// Whether there is an item at `path`.
    @inlinable
    public func contains(_ path: ItemPath) -> Bool {
        path.section >= 0 && path.section < tree.count && path.item >= 0
            && path.item < tree.element(at: path.section).tree.count
    }

    /// Whether both are the same state by construction; reads no items.
    ///
    /// `false` does not imply that they differ.
    @inlinable
    public func isIdentical(to other: SectionedSnapshot) -> Bool {
        tree.isIdentical(to: other.tree)
    }
}
