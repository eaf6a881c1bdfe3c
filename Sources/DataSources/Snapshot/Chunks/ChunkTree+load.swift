extension ChunkTree where Element: Identifiable {
    /// A tree of elements that no tree of the index holds yet.
    @inlinable
    init(loading elements: ContiguousArray<Element>, index: inout SlotIndex<Element.ID>, home: Int32) {
        self.init(count: elements.count, index: &index, home: home) { elements[$0] }
    }

    /// A tree of `count` elements that no tree of the index holds yet; each is made where it is to be.
    @inlinable
    init(count: Int, index: inout SlotIndex<Element.ID>, home: Int32, element: (_ position: Int) -> Element) {
        let pieces = Swift.max(1, (count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill)
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let range = count * piece / pieces..<count * (piece + 1) / pieces
            let slot = index.makeSlot(under: home)
            let elements = ContiguousArray(unsafeUninitializedCapacity: range.count) { buffer, initialized in
                for position in range {
                    buffer.initializeElement(at: initialized, to: element(position))
                    initialized += 1
                }
            }
            if index.knowsIDs { for element in elements { index.leaves[element.id] = slot } }
            nodes.append(ChunkNode(elements: elements, slot: slot))
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

extension ListDraft {
    /// Fills an empty draft with items whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(count: Int, item: (_ position: Int) -> Item) {
        precondition(isEmpty, "only an empty draft can be filled")
        if count == 0 { return }
        tree.root.retireAll(index: &index)
        if index.knowsIDs { index.leaves.reserveCapacity(count) }
        tree = ChunkTree(count: count, index: &index, home: -1, element: item)
        checkInvariants()
    }
}
