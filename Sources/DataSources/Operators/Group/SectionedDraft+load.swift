extension SectionedDraft {
    /// Fills an empty draft with sections whose ids, and whose items' ids, are known to be unique.
    ///
    /// Each id is hashed once; ``replaceAll(with:)`` does it twice, to find out what is there already.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(
        _ groups: [(key: Header.ID, items: ContiguousArray<Item>)],
        header: (Header.ID, ListSnapshot<Item>) -> Header
    ) {
        if groups.isEmpty { return }
        totalItems = groups.reduce(0) { $0 + $1.items.count }
        itemIndex.leaves.reserveCapacity(totalItems)
        var records: ContiguousArray<Record> = []
        records.reserveCapacity(groups.count)
        for group in groups {
            let slot = names.make(for: group.key)
            let tree = ChunkTree(loading: group.items, index: &itemIndex, home: -2 - slot)
            let header = header(group.key, ListSnapshot(tree: tree, lineage: lineage))
            records.append(Record(header: header, tree: tree, slot: slot))
        }
        records.withUnsafeBufferPointer { buffer in
            let all = [Hunk(old: 0..<0, new: 0..<buffer.count)]
            _ = sections.splice(all, from: buffer, index: &sectionIndex, home: -1)
        }
        checkInvariants()
    }
}

extension ChunkTree where Element: Identifiable {
    /// A tree of elements that no tree of the index holds yet.
    @inlinable
    init(loading elements: ContiguousArray<Element>, index: inout SlotIndex<Element.ID>, home: Int32) {
        let pieces = Swift.max(1, (elements.count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill)
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let range = elements.count * piece / pieces..<elements.count * (piece + 1) / pieces
            let slot = index.makeSlot(under: home)
            for element in elements[range] { index.enter(element.id, in: slot) }
            nodes.append(ChunkNode(elements: ContiguousArray(elements[range]), slot: slot))
        }
        var height: Int32 = 0
        while nodes.count > 1 {
            nodes = ChunkNode.grouped(nodes, slot: nil, index: &index)
            height &+= 1
        }
        index.setParent(of: nodes[0].slot, to: home)
        self.init(root: nodes[0], height: height)
    }
}
