extension ChunkTree where Element: Identifiable {
    /// Replaces the whole list: each new id is hashed once.
    ///
    /// If the index has other ids too, each old id is hashed as well.
    @inlinable
    mutating func reload(
        from elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        home: Int32
    ) -> [Element.ID] {
        if index.idCount == count {
            index.leaveAll(keepingCapacity: index.idCapacity <= elements.count * 4)
        } else if index.knowsIDs {
            forEachLeaf { part, slot in for element in part { index.leave(element.id, from: slot) } }
        }
        index.makeRoom(for: elements.count)
        let claim = index.idCount
        var duplicates = UniqueIDs<Element.ID>()
        let made = ChunkTree(claiming: elements, index: &index, home: home, &duplicates)
        if !duplicates.ids.isEmpty {
            index.dropClaims(since: claim)
            made.root.retireAll(index: &index)
            reenterIDs(index: &index)
            return duplicates.ids
        }
        root.retireAll(index: &index)
        self = made
        return []
    }

    /// Records the leaves of all ids again, after ids were duplicated.
    @usableFromInline @inline(never)
    func reenterIDs(index: inout SlotIndex<Element.ID>) {
        forEachLeaf { part, slot in part.withBorrowedElements { index.enter(contentsOf: $0, in: slot) } }
    }

    /// Creates a tree of elements and claims their ids; notes those that the index has already.
    @inlinable
    init(
        claiming elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        home: Int32,
        _ duplicates: inout UniqueIDs<Element.ID>
    ) {
        let pieces = Swift.max(1, (elements.count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill)
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let part = elements.part(elements.count * piece / pieces..<elements.count * (piece + 1) / pieces)
            let slot = index.makeSlot(under: home)
            index.claim(part, in: slot, &duplicates)
            // A copy of the buffer as a whole; the caller holds its memory.
            unsafe nodes.append(ChunkNode(elements: ContiguousArray(part.buffer), slot: slot))
        }
        self.init(leaves: nodes, index: &index, home: home)
    }

    /// Creates a tree of the elements of another one and claims their ids; notes those that the index has already.
    ///
    /// It shares the leaves' memory with the other tree, and gives them slots of their own.
    @inlinable
    init(
        claiming other: ChunkTree,
        index: inout SlotIndex<Element.ID>,
        home: Int32,
        _ duplicates: inout UniqueIDs<Element.ID>
    ) {
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(other.count / ChunkLimits.leafFill + 1)
        other.forEachLeaf { part, _ in
            let slot = index.makeSlot(under: home)
            part.withBorrowedElements { index.claim($0, in: slot, &duplicates) }
            nodes.append(ChunkNode(elements: part, slot: slot))
        }
        if nodes.isEmpty { nodes.append(ChunkNode(elements: [], slot: index.makeSlot(under: home))) }
        self.init(leaves: nodes, index: &index, home: home)
    }
}
