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
        if total > 0 { enterNextLeaf(&self) }
    }

    /// A cursor over non-empty leaves in one buffer.
    @inlinable
    package init(leaves: BorrowedElements<ChunkNode<Element>>) {
        root = nil
        total = leaves.reduce(0) { $0 &+ Int($1.count) }
        base = .nowhere
        next = leaves.base
        last = next + leaves.count
        if total > 0 { enterNextLeaf(&self) }
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
        if available == 0, position < total { enterNextLeaf(&self) }
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

// Functions of the element's type, and not methods of a cursor: before it calls a method of a generic type, unspecialized
// code asks the runtime for the type. They are part of the modules that call them, and inline the rest of this one there.

/// Goes to the start of the leaf that contains the cursor's position, which must exist.
@_alwaysEmitIntoClient @inline(never)
package func enterNextLeaf<Element>(_ cursor: inout LeafCursor<Element>) {
    if cursor.next == cursor.last { findLeaves(&cursor) }
    #if DATASOURCES_COUNTERS
    WorkCounter.counts.leaves += 1
    #endif
    cursor.base = cursor.next.pointee.firstElement
    cursor.available = Int(cursor.next.pointee.count)
    cursor.length = cursor.available
    cursor.next += 1
}

/// Finds the leaf at the cursor's position from the root, and its siblings.
@_alwaysEmitIntoClient
package func findLeaves<Element>(_ cursor: inout LeafCursor<Element>) {
    guard let root = cursor.root else { return }
    var node = root
    var end = root + 1
    var rest = Int32(truncatingIfNeeded: cursor.position)
    while !node.pointee.isLeaf {
        let width = node.pointee.width
        node = node.pointee.firstChild
        end = node + width
        while rest >= node.pointee.count {
            rest &-= node.pointee.count
            node += 1
        }
    }
    cursor.next = node
    cursor.last = end
}
