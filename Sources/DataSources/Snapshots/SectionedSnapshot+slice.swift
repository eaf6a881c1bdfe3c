extension SectionedSnapshot {
    /// The first `count` items, with the sections up to the last of these items; it shares the memory of this snapshot.
    ///
    /// Sections without items that follow the last item are left out. A `count` below zero counts as zero, one beyond the
    /// number of items as that number: then the result is this snapshot. Ids are not checked, since each is here only
    /// once.
    ///
    /// - Complexity: O(*s* + log *n*) in the number of sections.
    @inlinable
    public func prefix(items count: Int) -> SectionedSnapshot {
        if count >= itemCount { return self }
        var records = ContiguousArray<SectionRecord<Header, Item>>()
        var left = count
        var sections = ChunkTree<SectionRecord<Header, Item>>.Iterator(tree)
        while left > 0, let record = sections.next() {
            let kept = Swift.min(left, record.tree.count)
            left -= kept
            let items = kept == record.tree.count ? record.tree : record.tree.part(0..<kept)
            records.append(SectionRecord(header: record.header, tree: items, slot: 0))
        }
        return SectionedSnapshot(
            tree: ChunkTree(unindexed: records), lineage: .none, totalItems: Swift.max(0, Swift.min(count, itemCount)))
    }
}
