extension ChunkTree {
    /// The part of the tree in a range of positions, without slots or an index; it shares all leaves within the range.
    ///
    /// - Precondition: `range` lies within `0..<count`.
    /// - Complexity: O(log *n* + *m* / 32) for *m* elements, without reading them.
    @inlinable
    func part(_ range: Range<Int>) -> ChunkTree {
        if range == 0..<count { return self }
        return replacing(range.upperBound..<count, with: [], from: range.lowerBound)
    }

    /// The tree with other elements at a range of positions, without slots or an index; it shares all leaves outside.
    ///
    /// - Precondition: `range` lies within `0..<count`.
    /// - Complexity: O(*n* / 32 + *m*) for *m* new elements, without reading the others.
    @inlinable
    func replacing(_ range: Range<Int>, with elements: ContiguousArray<Element>, from start: Int = 0) -> ChunkTree {
        var leaves: ContiguousArray<ChunkNode<Element>> = []
        Self.append(root, at: 0, in: start..<range.lowerBound, to: &leaves)
        Self.append(elements[...], to: &leaves)
        Self.append(root, at: 0, in: range.upperBound..<count, to: &leaves)
        return leaves.isEmpty ? ChunkTree(emptyAt: 0) : ChunkTree(unindexed: leaves)
    }

    /// Appends the leaves of a node in a range of positions; of leaves across its ends, copies of their parts.
    @inlinable
    static func append(
        _ node: ChunkNode<Element>,
        at start: Int,
        in range: Range<Int>,
        to leaves: inout ContiguousArray<ChunkNode<Element>>
    ) {
        let part = range.clamped(to: start..<start + Int(node.count))
        if part.isEmpty { return }
        switch node.content {
        case .leaf(let elements):
            if part.count == elements.count {
                leaves.append(ChunkNode(elements: elements, slot: 0))
            } else {
                append(elements[part.lowerBound - start..<part.upperBound - start], to: &leaves)
            }
        case .branch(let children):
            var position = start
            for child in children {
                append(child, at: position, in: range, to: &leaves)
                position += Int(child.count)
            }
        }
    }

    /// Appends elements to the last leaf if they fit in it, otherwise in leaves of their own.
    @inlinable
    static func append(
        _ elements: ArraySlice<Element>,
        to leaves: inout ContiguousArray<ChunkNode<Element>>
    ) {
        if elements.isEmpty { return }
        if let last = leaves.last?.elements, last.count + elements.count <= ChunkLimits.leaf {
            leaves[leaves.count - 1] = ChunkNode(elements: last + elements, slot: 0)
            return
        }
        let pieces = (elements.count + ChunkLimits.leaf - 1) / ChunkLimits.leaf
        var rest = elements
        for piece in 0..<pieces {
            let length = rest.count / (pieces - piece)
            leaves.append(ChunkNode(elements: ContiguousArray(rest.prefix(length)), slot: 0))
            rest = rest.dropFirst(length)
        }
    }
}
