extension ChunkTree {
    /// The position of the first element that satisfies a condition which all later elements satisfy too; `count` if
    /// none does.
    ///
    /// - Complexity: O(log *n*) calls of the condition, on one path down.
    @inlinable
    func partitioningPosition(where isBeyond: (Element) -> Bool) -> Int {
        partitioningPosition { element, _ in isBeyond(element) }
    }

    /// Like ``partitioningPosition(where:)``, with a condition that also gets positions.
    @inlinable
    func partitioningPosition(where isBeyond: (_ element: Element, _ position: Int) -> Bool) -> Int {
        withExtendedLifetime(root) {
            var position = 0
            var node = withBorrowedPointer(to: root) { $0.pointee }
            while case .branch(let children) = node.content {
                // The last child whose first element is not beyond contains the first element beyond, or ends right
                // before it. The child before `low` begins at `position`.
                var (low, high) = (1, children.count)
                while low < high {
                    let middle = (low &+ high) / 2
                    var start = position
                    for place in low &- 1..<middle { start &+= Int(children[place].count) }
                    if isBeyond(children[middle].leadingElement, start) {
                        high = middle
                    } else {
                        low = middle &+ 1
                        position = start
                    }
                }
                node = children[low &- 1]
            }
            guard case .leaf(let elements) = node.content else { return position }
            var (low, high) = (0, elements.count)
            while low < high {
                let middle = (low &+ high) / 2
                if isBeyond(elements[middle], position &+ middle) { high = middle } else { low = middle &+ 1 }
            }
            return position &+ low
        }
    }
}

extension ChunkNode {
    /// The first element of this non-empty subtree.
    @inlinable
    var leadingElement: Element {
        var node = self
        while true {
            switch node.content {
            case .leaf(let elements): return elements[0]
            case .branch(let children): node = children[0]
            }
        }
    }
}
