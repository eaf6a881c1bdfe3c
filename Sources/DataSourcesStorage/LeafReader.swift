/// Reads elements of a tree by position; for adjacent positions it finds their leaf once.
@usableFromInline
package struct LeafReader<Element> {
    /// Keeps the memory of `base` alive.
    @usableFromInline package let tree: ChunkTree<Element>
    @usableFromInline package var base: BorrowedPointer<Element>
    /// The positions of the leaf at `base`.
    @usableFromInline package var start = 0
    @usableFromInline package var end = 0

    @inlinable
    package init(_ tree: ChunkTree<Element>) {
        self.tree = tree
        base = .nowhere
    }

    /// The element at `position`.
    ///
    /// - Precondition: `0 <= position < tree.count`.
    /// - Complexity: O(1) in the leaf of the last position read, O(log *n*) in another one.
    @inlinable @inline(__always)
    package mutating func element(at position: Int) -> Element {
        if position < start || position >= end { enterLeaf(at: position) }
        return base[position - start]
    }

    @inlinable @inline(never)
    package mutating func enterLeaf(at position: Int) {
        let span = tree.leaf(at: position)
        base = span.base
        start = position - span.offset
        end = start + span.count
    }
}

extension ChunkTree {
    /// Whether there is an element at `position`.
    @inlinable @inline(__always)
    package func isIndex(_ position: Int) -> Bool { position >= 0 && position < count }
}
