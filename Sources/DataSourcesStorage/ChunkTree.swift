/// A persistent sequence in a B+-tree of ``ChunkNode``s; a copy is one retain.
///
/// It is a rope (H.-J. Boehm, R. Atkinson and M. Plass, "Ropes: an alternative to strings", 1995) with a B+-tree's
/// nodes, like the `Rope` of swift-collections. Reading by position costs O(log *n*), iterating O(1) per element. Edits
/// (`ChunkTree+edit.swift`, `ChunkNode+edit.swift`) also update a ``SlotIndex``.
@usableFromInline
package struct ChunkTree<Element> {
    @usableFromInline package var root: ChunkNode<Element>
    /// The number of levels above the leaves: 0 if the root is a leaf.
    @usableFromInline package var height: Int32

    @inlinable
    package init(root: ChunkNode<Element>, height: Int32) {
        self.root = root
        self.height = height
    }

    /// Creates an empty tree whose only leaf has the slot `slot`.
    @inlinable
    package init(emptyAt slot: Int32) {
        self.init(root: ChunkNode(elements: [], slot: slot), height: 0)
    }

    @inlinable @inline(__always)
    package var count: Int { Int(root.count) }

    @inlinable @inline(__always)
    package func isIdentical(to other: ChunkTree) -> Bool {
        root.isIdentical(to: other.root)
    }
}

extension ChunkTree: Sendable where Element: Sendable {}

/// A leaf and an offset in it: valid while its tree is alive.
@usableFromInline
package struct ChunkSpan<Element> {
    @usableFromInline package var base: BorrowedPointer<Element>
    @usableFromInline package var count: Int
    /// The offset of the requested position in the leaf.
    @usableFromInline package var offset: Int

    @inlinable @inline(__always)
    package init(base: BorrowedPointer<Element>, count: Int, offset: Int) {
        self.base = base
        self.count = count
        self.offset = offset
    }
}

extension ChunkTree {
    /// The leaf that contains `position`.
    ///
    /// - Precondition: `0 <= position < count`.
    @inlinable @inline(__always)
    package func leaf(at position: Int) -> ChunkSpan<Element> {
        if root.isLeaf { return ChunkSpan(base: root.firstElement, count: count, offset: position) }
        var rest = Int32(truncatingIfNeeded: position)
        var cursor = root.firstChild
        while true {
            while rest >= cursor.pointee.count {
                rest &-= cursor.pointee.count
                cursor += 1
            }
            if cursor.pointee.isLeaf {
                return ChunkSpan(
                    base: cursor.pointee.firstElement, count: Int(cursor.pointee.count), offset: Int(rest))
            }
            cursor = cursor.pointee.firstChild
        }
    }

    /// The element at `position`.
    ///
    /// - Precondition: `0 <= position < count`.
    @inlinable @inline(__always)
    package func element(at position: Int) -> Element {
        defer { keepAlive(root) }
        let span = leaf(at: position)
        return span.base[span.offset]
    }

    /// Calls `body` with each non-empty leaf, in order.
    @inlinable
    package func forEachLeaf<E: Error>(_ body: (ContiguousArray<Element>, _ slot: Int32) throws(E) -> Void) throws(E) {
        try Self.forEachLeaf(of: root, body)
    }

    @inlinable
    package static func forEachLeaf<E: Error>(
        of node: ChunkNode<Element>,
        _ body: (ContiguousArray<Element>, _ slot: Int32) throws(E) -> Void
    ) throws(E) {
        switch node.content {
        case .leaf(let elements): if !elements.isEmpty { try body(elements, node.slot) }
        case .branch(let children): for child in children { try forEachLeaf(of: child, body) }
        }
    }

    /// Calls `body` with the part of each leaf that `range` covers, in order.
    ///
    /// - Precondition: `range` lies within `0..<count`.
    @inlinable
    package func forEachSpan(in range: Range<Int>, _ body: (BorrowedElements<Element>) -> Void) {
        var position = range.lowerBound
        while position < range.upperBound {
            let span = leaf(at: position)
            let length = Swift.min(span.count - span.offset, range.upperBound - position)
            body(BorrowedElements(span.base + span.offset, count: length))
            position += length
        }
    }
}
