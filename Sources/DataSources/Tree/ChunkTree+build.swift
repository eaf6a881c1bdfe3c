extension ChunkTree {
    /// Creates a tree of `elements` without slots or an index.
    ///
    /// - Complexity: O(*n*), without reading the elements.
    @inlinable
    init(unindexed elements: ContiguousArray<Element>) {
        let pieces = Swift.max(1, (elements.count + ChunkLimits.leafFill - 1) / ChunkLimits.leafFill)
        var nodes: ContiguousArray<ChunkNode<Element>> = []
        nodes.reserveCapacity(pieces)
        for piece in 0..<pieces {
            let range = elements.count * piece / pieces..<elements.count * (piece + 1) / pieces
            nodes.append(ChunkNode(elements: ContiguousArray(elements[range]), slot: 0))
        }
        self.init(unindexed: nodes)
    }

    /// Creates a tree above leaves without slots.
    @inlinable
    init(unindexed leaves: ContiguousArray<ChunkNode<Element>>) {
        var nodes = leaves
        var height: Int32 = 0
        while nodes.count > 1 {
            let pieces = (nodes.count + ChunkLimits.branchFill - 1) / ChunkLimits.branchFill
            var parents: ContiguousArray<ChunkNode<Element>> = []
            parents.reserveCapacity(pieces)
            for piece in 0..<pieces {
                let range = nodes.count * piece / pieces..<nodes.count * (piece + 1) / pieces
                parents.append(ChunkNode(children: ContiguousArray(nodes[range]), slot: 0))
            }
            nodes = parents
            height &+= 1
        }
        self.init(root: nodes[0], height: height)
    }

    /// The elements in one array.
    @inlinable
    var elements: ContiguousArray<Element> {
        var result: ContiguousArray<Element> = []
        result.reserveCapacity(count)
        forEachLeaf { elements, _ in result.append(contentsOf: elements) }
        return result
    }
}
