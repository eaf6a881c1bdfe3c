/// A tree with the parent number of its root.
@usableFromInline
struct HousedTree<Element> {
    @usableFromInline var tree: ChunkTree<Element>
    @usableFromInline var home: Int32

    @inlinable
    init(_ tree: ChunkTree<Element>, home: Int32) {
        self.tree = tree
        self.home = home
    }
}

extension SlotIndex {
    /// Rolls back a transaction: restores the index to its state when the trees were `kept`.
    ///
    /// ``dropTransaction(since:)`` then restores the slots.
    ///
    /// It walks both sets of trees from the top, level by level, and skips nodes with the same buffer. So the cost is
    /// that of the transaction's changes, not of the trees' size.
    ///
    /// - Parameters:
    ///   - kept: The trees before the transaction.
    ///   - dropped: The trees as the transaction left them.
    @inlinable
    mutating func restore<Element: Identifiable>(
        _ kept: [HousedTree<Element>],
        from dropped: [HousedTree<Element>]
    ) where Element.ID == ID {
        var keptLevel: [ChunkNode<Element>] = []
        var droppedLevel: [ChunkNode<Element>] = []
        var comingBack: [ChunkNode<Element>] = []
        var height = (kept + dropped).map(\.tree.height).max() ?? 0
        while height >= 0 {
            for housed in kept where housed.tree.height == height {
                keptLevel.append(housed.tree.root)
                parents[Int(housed.tree.root.slot)] = housed.home
            }
            for housed in dropped where housed.tree.height == height { droppedLevel.append(housed.tree.root) }
            let keptBuffers = Set(keptLevel.map(\.address))
            let sharedBuffers = keptBuffers.intersection(droppedLevel.map(\.address))
            let oldNodes = keptLevel.filter { !sharedBuffers.contains($0.address) }
            let newNodes = droppedLevel.filter { !sharedBuffers.contains($0.address) }
            keptLevel.removeAll(keepingCapacity: true)
            droppedLevel.removeAll(keepingCapacity: true)
            for node in newNodes {
                for element in node.elements { leave(element.id, from: node.slot) }
                droppedLevel.append(contentsOf: node.children)
            }
            for node in oldNodes {
                if node.isLeaf { comingBack.append(node) }
                for child in node.children { parents[Int(child.slot)] = node.slot }
                keptLevel.append(contentsOf: node.children)
            }
            height -= 1
        }
        for node in comingBack {
            for element in node.elements { enter(element.id, in: node.slot) }
        }
    }
}
