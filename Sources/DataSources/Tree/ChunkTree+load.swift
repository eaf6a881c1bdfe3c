extension ChunkTree where Element: Identifiable {
    /// Creates a tree of elements that are in no other tree of the index.
    @inlinable
    init(loading elements: ContiguousArray<Element>, index: inout SlotIndex<Element.ID>, home: Int32) {
        self.init(count: elements.count, index: &index, home: home, element: { elements[$0] })
    }

    /// Creates a tree of `count` elements that are in no other tree of the index; each is created in place.
    @inlinable
    init(count: Int, index: inout SlotIndex<Element.ID>, home: Int32, element: (_ position: Int) -> Element) {
        self.init(count: count, index: &index, home: home, leaf: { ContiguousArray(at: $0, element) })
    }

    /// Creates a tree of `count` elements that are in no other tree of the index; `leaf` returns those at a range of
    /// positions.
    @inlinable @inline(never)
    init(
        count: Int, index: inout SlotIndex<Element.ID>, home: Int32, leaf: (Range<Int>) -> ContiguousArray<Element>
    ) {
        let pieces = Swift.max(1, (count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill)
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let range = count * piece / pieces..<count * (piece + 1) / pieces
            let slot = index.makeSlot(under: home)
            var elements: ContiguousArray<Element> = []
            callUnseen { elements = leaf(range) }
            elements.withBorrowedElements { index.enter(contentsOf: $0, in: slot) }
            nodes.append(ChunkNode(elements: elements, slot: slot))
        }
        self.init(leaves: nodes, index: &index, home: home)
    }

    /// Creates a tree of the elements that `body` appends, which are in no other tree of the index.
    ///
    /// Each is stored in its final place at once, so elements with references are not copied twice.
    @inlinable
    init(index: inout SlotIndex<Element.ID>, home: Int32, _ body: (_ append: (Element) -> Void) -> Void) {
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        var elements: ContiguousArray<Element> = []
        let fill = ChunkLimits.leafFill
        func close() {
            let slot = index.makeSlot(under: home)
            elements.withBorrowedElements { index.enter(contentsOf: $0, in: slot) }
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

    /// Creates a tree above leaves that have slots.
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

extension ContiguousArray {
    /// Creates an array of the elements at a range of positions, each in place.
    @inlinable
    init(at range: Range<Int>, _ element: (_ position: Int) -> Element) {
        // An empty capacity would write into the storage shared by all empty arrays: see `AlignerState.finish(_:count:)`.
        if range.isEmpty {
            self = []
            return
        }
        // `initialized` counts the elements so far: one for each position of the range, for which there is room.
        self = unsafe ContiguousArray(unsafeUninitializedCapacity: range.count) { buffer, initialized in
            for position in range {
                unsafe buffer.initializeElement(at: initialized, to: element(position))
                initialized += 1
            }
        }
    }
}
