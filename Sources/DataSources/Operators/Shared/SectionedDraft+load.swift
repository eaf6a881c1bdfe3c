extension SectionedDraft {
    /// Fills an empty draft with sections whose ids and item ids are known to be unique.
    ///
    /// Unlike ``replaceAll(with:)`` it hashes no item id, unless the draft indexes ids.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(
        _ groups: [(key: Header.ID, items: ContiguousArray<Item>)],
        header: (Header.ID, ListSnapshot<Item>) -> Header
    ) {
        if groups.isEmpty { return }
        totalItems = groups.reduce(0) { $0 + $1.items.count }
        if itemIndex.knowsIDs { itemIndex.reserve(totalItems) }
        var records: ContiguousArray<Record> = []
        records.reserveCapacity(groups.count)
        for group in groups {
            let slot = names.make(for: group.key)
            let tree = ChunkTree(loading: group.items, index: &itemIndex, home: -2 - slot)
            let header = header(group.key, ListSnapshot(tree: tree, lineage: lineage))
            records.append(Record(header: header, tree: tree, slot: slot))
        }
        load(records)
    }

    /// Not specialized, as it is work for a section and not for each item.
    @usableFromInline @inline(never)
    mutating func load(_ records: ContiguousArray<Record>) {
        sections.root.retireAll(index: &sectionIndex)
        sections = ChunkTree(loading: records, index: &sectionIndex, home: -1)
        checkInvariants()
    }

    /// Makes the sections equal to `sections`, whatever their ids, as on ``ListDraft``.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func show(_ sections: [ItemSection<Header, Item>]) {
        if !isEmpty {
            do {
                try replaceAll(with: sections)
                if hasShape(of: sections) { return }
            } catch {}
            self = itemIndex.knowsIDs ? SectionedDraft() : SectionedDraft(byPosition: ())
        }
        var headers = sections.lazy.map(\.header).makeIterator()
        // `load` asks for the headers in the order of the groups.
        load(sections.map { ($0.id, $0.tree.elements) }) { _, _ in headers.next()! }
    }

    /// Whether there are as many sections as in `others`, each with as many items.
    ///
    /// - Complexity: O(*s*)
    @inlinable
    func hasShape(of others: [ItemSection<Header, Item>]) -> Bool {
        guard sections.count == others.count else { return false }
        var (records, rest) = (ChunkTree<Record>.Iterator(sections), others.makeIterator())
        while let record = records.next(), let other = rest.next() {
            if record.tree.count != other.tree.count { return false }
        }
        return true
    }
}
