/// A cursor over leaves: valid while their tree is alive, and copied without a retain.
@usableFromInline
package struct LeafCursor<Element> {
    /// The element at the cursor; do not read it at the end.
    @usableFromInline package var base: BorrowedPointer<Element>
    /// The number of elements from the cursor to the end of its leaf.
    @usableFromInline package var available = 0
    /// The number of elements of that leaf.
    @usableFromInline package var length = 0
    /// The number of elements before the cursor.
    @usableFromInline package var position = 0
    /// The number of elements in all leaves.
    @usableFromInline package let total: Int
    /// The following leaves in one buffer.
    @usableFromInline package var next: BorrowedPointer<ChunkNode<Element>>
    @usableFromInline package var last: BorrowedPointer<ChunkNode<Element>>
    /// The tree to search for more leaves; `nil` if there are no more.
    @usableFromInline package let root: BorrowedPointer<ChunkNode<Element>>?

    /// A cursor over all leaves of a tree.
    @inlinable
    package init(root: BorrowedPointer<ChunkNode<Element>>) {
        self.root = root
        total = Int(root.pointee.count)
        base = .nowhere
        next = root
        last = root
        if total > 0 { enterNextLeaf() }
    }

    /// A cursor over non-empty leaves in one buffer.
    @inlinable
    package init(leaves: BorrowedElements<ChunkNode<Element>>) {
        root = nil
        total = leaves.reduce(0) { $0 &+ Int($1.count) }
        base = .nowhere
        next = leaves.base
        last = next + leaves.count
        if total > 0 { enterNextLeaf() }
    }

    /// A cursor over elements in one buffer, as if they were a leaf.
    @inlinable
    package init(elements: BorrowedElements<Element>) {
        root = nil
        total = elements.count
        base = elements.base
        available = total
        length = total
        next = .nowhere
        last = .nowhere
    }

    /// Whether there is an element at the cursor.
    @inlinable @inline(__always)
    package var isInside: Bool { position < total }

    /// The number of elements from the cursor to the end of all leaves.
    @inlinable @inline(__always)
    package var remaining: Int { total - position }

    /// Advances within the leaf or to the start of the next.
    @inlinable @inline(__always)
    package mutating func advance(by count: Int) {
        position &+= count
        available &-= count
        base += count
        if available == 0, position < total { enterNextLeaf() }
    }

    /// Advances past elements of any number of leaves.
    @inlinable
    package mutating func skip(_ count: Int) {
        var rest = count
        while rest > 0 {
            let length = Swift.min(rest, available)
            advance(by: length)
            rest -= length
        }
    }

    /// Goes to the start of the leaf that contains `position`, which must exist.
    @inlinable @inline(never)
    package mutating func enterNextLeaf() {
        if next == last { findLeaves() }
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.leaves += 1
        #endif
        base = next.pointee.firstElement
        available = Int(next.pointee.count)
        length = available
        next += 1
    }

    /// Finds the leaf at `position` from the root, and its siblings.
    @inlinable
    package mutating func findLeaves() {
        guard let root else { return }
        var node = root
        var end = root + 1
        var rest = Int32(truncatingIfNeeded: position)
        while !node.pointee.isLeaf {
            let width = node.pointee.width
            node = node.pointee.firstChild
            end = node + width
            while rest >= node.pointee.count {
                rest &-= node.pointee.count
                node += 1
            }
        }
        next = node
        last = end
    }

    /// Whether the elements from both cursors on have equal ids, for `count` elements or to the end of either.
    @inlinable
    package func agrees(with other: LeafCursor, for count: Int) -> Bool where Element: Identifiable {
        var (here, there) = (self, other)
        var rest = count
        while rest > 0, here.isInside, there.isInside {
            if here.base.pointee.id != there.base.pointee.id { return false }
            here.advance(by: 1)
            there.advance(by: 1)
            rest -= 1
        }
        return true
    }
}
