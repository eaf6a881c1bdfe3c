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
            var elements: ContiguousArray<Element> = []
            // Without room it would write into the storage that all empty arrays share: see `Aligner.pairMany`.
            if !range.isEmpty {
                elements = ContiguousArray(unsafeUninitializedCapacity: range.count) { buffer, initialized in
                    for position in range {
                        buffer.initializeElement(at: initialized, to: element(position))
                        initialized += 1
                    }
                }
            }
            if index.knowsIDs { for element in elements { index.enter(element.id, in: slot) } }
            nodes.append(ChunkNode(elements: elements, slot: slot))
        }
        self.init(leaves: nodes, index: &index, home: home)
    }

    /// A tree of the elements that `body` hands over, in that order, which no tree of the index holds yet.
    ///
    /// Each is put where it is to be, once: elements that hold references are not copied to and fro.
    @inlinable
    init(index: inout SlotIndex<Element.ID>, home: Int32, _ body: (_ append: (Element) -> Void) -> Void) {
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        var elements: ContiguousArray<Element> = []
        let fill = ChunkLimits.leafFill
        func close() {
            let slot = index.makeSlot(under: home)
            if index.knowsIDs { for element in elements { index.enter(element.id, in: slot) } }
            nodes.append(ChunkNode(elements: elements, slot: slot))
            elements = []
        }
        body { element in
            if elements.isEmpty { elements.reserveCapacity(fill) }
            elements.append(element)
            if elements.count == fill { close() }
        }
        if !elements.isEmpty || nodes.isEmpty { close() }
        self.init(leaves: nodes, index: &index, home: home)
    }

    /// A tree above leaves that have their names.
    @inlinable
    init(leaves: ContiguousArray<ChunkNode<Element>>, index: inout SlotIndex<Element.ID>, home: Int32) {
        var nodes = leaves
        var height: Int32 = 0
        while nodes.count > 1 {
            nodes = ChunkNode.grouped(nodes, slot: nil, index: &index)
            height &+= 1
        }
        index.setParent(of: nodes[0].slot, to: home)
        self.init(root: nodes[0], height: height)
    }
}
