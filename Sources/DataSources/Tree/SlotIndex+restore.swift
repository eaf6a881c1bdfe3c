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

/// The identity of one version of a node.
///
/// A buffer alone is not enough: a section that was taken from a snapshot shares leaves with it, under other slots.
@usableFromInline
struct NodeVersion: Hashable {
    @usableFromInline let address: UInt
    @usableFromInline let slot: Int32

    @inlinable
    init(_ node: ChunkNode<some Any>) {
        address = node.address
        slot = node.slot
    }
}

extension [NodeVersion] {
    /// The places of nodes that are not among others.
    @usableFromInline @inline(never)
    func places(without others: [NodeVersion]) -> [Int] {
        let others = Set(others)
        return indices.filter { !others.contains(self[$0]) }
    }
}

extension SlotIndex {
    /// Rolls back a transaction: restores the index to its state when the trees were `kept`.
    ///
    /// ``dropTransaction(since:)`` then restores the slots.
    ///
    /// It walks both sets of trees from the top, level by level, and skips nodes with the same buffer and slot. So the cost is
    /// that of the transaction's changes, not of the trees' size.
    ///
    /// - Parameters:
    ///   - kept: The trees before the transaction.
    ///   - dropped: The trees as the transaction left them.
    @usableFromInline @inline(never)
    mutating func restore<Element: Identifiable>(
        _ kept: [HousedTree<Element>],
        from dropped: [HousedTree<Element>]
    ) where Element.ID == ID {
        var keptLevel: ContiguousArray<ChunkNode<Element>> = []
        var droppedLevel: ContiguousArray<ChunkNode<Element>> = []
        var comingBack: ContiguousArray<ChunkNode<Element>> = []
        var height = (kept + dropped).map(\.tree.height).max() ?? 0
        while height >= 0 {
            for housed in kept where housed.tree.height == height {
                keptLevel.append(housed.tree.root)
                parents[Int(housed.tree.root.slot)] = housed.home
            }
            for housed in dropped where housed.tree.height == height { droppedLevel.append(housed.tree.root) }
            var (keptVersions, droppedVersions): ([NodeVersion], [NodeVersion]) = ([], [])
            for node in keptLevel { keptVersions.append(NodeVersion(node)) }
            for node in droppedLevel { droppedVersions.append(NodeVersion(node)) }
            let (keptNodes, droppedNodes) = (keptLevel, droppedLevel)
            keptLevel.removeAll()
            droppedLevel.removeAll()
            for place in droppedVersions.places(without: keptVersions) {
                let node = droppedNodes[place]
                node.elements.withBorrowedElements { leave(contentsOf: $0, from: node.slot) }
                node.children.withBorrowedElements { droppedLevel.append(copying: $0) }
            }
            for place in keptVersions.places(without: droppedVersions) {
                let node = keptNodes[place]
                if node.isLeaf { comingBack.append(node) }
                for child in node.children { parents[Int(child.slot)] = node.slot }
                node.children.withBorrowedElements { keptLevel.append(copying: $0) }
            }
            height -= 1
        }
        for node in comingBack {
            node.elements.withBorrowedElements { enter(contentsOf: $0, in: node.slot) }
        }
    }
}
