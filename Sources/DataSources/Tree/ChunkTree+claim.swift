extension ChunkTree where Element: Identifiable {
    /// Creates a tree of elements and claims their ids; notes the doubtful ones.
    @inlinable
    init(
        claiming elements: BorrowedElements<Element>,
        index: inout SlotIndex<Element.ID>,
        home: Int32,
        _ doubtful: inout [Int]
    ) {
        let pieces = Swift.max(1, (elements.count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill)
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let part = elements.part(elements.count * piece / pieces..<elements.count * (piece + 1) / pieces)
            let slot = index.makeSlot(under: home)
            index.claim(part, in: slot, &doubtful)
            // A copy of the buffer as a whole; the caller holds its memory.
            unsafe nodes.append(ChunkNode(elements: ContiguousArray(part.buffer), slot: slot))
        }
        self.init(leaves: nodes, index: &index, home: home)
    }

    /// Creates a tree of the elements of another one and claims their ids; notes the doubtful ones.
    ///
    /// It shares the leaves' memory with the other tree, and gives them slots of their own.
    @inlinable
    init(
        claiming other: ChunkTree,
        index: inout SlotIndex<Element.ID>,
        home: Int32,
        _ doubtful: inout [Int]
    ) {
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(other.count / ChunkLimits.leafFill + 1)
        other.forEachLeaf { part, _ in
            let slot = index.makeSlot(under: home)
            part.withBorrowedElements { index.claim($0, in: slot, &doubtful) }
            nodes.append(ChunkNode(elements: part, slot: slot))
        }
        if nodes.isEmpty { nodes.append(ChunkNode(elements: [], slot: index.makeSlot(under: home))) }
        self.init(leaves: nodes, index: &index, home: home)
    }
}
