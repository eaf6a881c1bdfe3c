/// Reads elements of a tree by position; for adjacent positions it finds their leaf once.
@usableFromInline
struct LeafReader<Element> {
    /// Keeps the memory of `base` alive.
    @usableFromInline let tree: ChunkTree<Element>
    @usableFromInline var base: BorrowedPointer<Element>
    /// The positions of the leaf at `base`.
    @usableFromInline var start = 0
    @usableFromInline var end = 0

    @inlinable
    init(_ tree: ChunkTree<Element>) {
        self.tree = tree
        base = .nowhere
    }

    /// The element at `position`.
    ///
    /// - Precondition: `0 <= position < tree.count`.
    /// - Complexity: O(1) in the leaf of the last position read, O(log *n*) in another one.
    @inlinable @inline(__always)
    mutating func element(at position: Int) -> Element {
        if position < start || position >= end { enterLeaf(at: position) }
        return base[position - start]
    }

    @inlinable @inline(never)
    mutating func enterLeaf(at position: Int) {
        let span = tree.leaf(at: position)
        base = span.base
        start = position - span.offset
        end = start + span.count
    }
}

extension ChunkTree {
    /// Whether there is an element at `position`.
    @inlinable @inline(__always)
    func isIndex(_ position: Int) -> Bool { position >= 0 && position < count }
}
