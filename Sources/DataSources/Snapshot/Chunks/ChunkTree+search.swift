extension ChunkTree {
    /// The position of the first element that satisfies a condition which, once it holds, holds for all that follow; the
    /// count when none does.
    ///
    /// - Complexity: O(log *n*) calls of the condition, on one way down.
    @inlinable
    func partitioningPosition(where isBeyond: (Element) -> Bool) -> Int {
        withExtendedLifetime(root) {
            var position = 0
            var node = withUnsafePointer(to: root) { $0.pointee }
            while case .branch(let children) = node.content {
                // The last child that does not begin beyond holds the first that is beyond, or ends right before it.
                var (low, high) = (1, children.count)
                while low < high {
                    let middle = (low &+ high) / 2
                    if isBeyond(children[middle].firstElement) { high = middle } else { low = middle &+ 1 }
                }
                for place in 0..<low &- 1 { position &+= Int(children[place].count) }
                node = children[low &- 1]
            }
            guard case .leaf(let elements) = node.content else { return position }
            var (low, high) = (0, elements.count)
            while low < high {
                let middle = (low &+ high) / 2
                if isBeyond(elements[middle]) { high = middle } else { low = middle &+ 1 }
            }
            return position &+ low
        }
    }
}

extension ChunkNode {
    /// The first element beneath this node, which is not empty.
    @inlinable
    var firstElement: Element {
        var node = self
        while true {
            switch node.content {
            case .leaf(let elements): return elements[0]
            case .branch(let children): node = children[0]
            }
        }
    }
}
