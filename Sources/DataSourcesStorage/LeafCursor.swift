/// A node of a tree of which nobody has to know the type of its elements.
///
/// A node consists of a reference to an array, an address and two numbers, whatever its elements are. So all but the
/// elements of a node can be read as if they were bytes, by code that is compiled once.
@usableFromInline
package typealias ErasedNode = ChunkNode<UInt8>

/// A cursor over leaves: valid while their tree is alive, and copied without a retain.
///
/// It knows the stride of the elements but not their type, so what walks with it is compiled once.
@usableFromInline
package struct LeafCursor {
    /// The element at the cursor; do not read it at the end.
    @usableFromInline package var base: BorrowedPointer<UInt8>
    /// The bytes from one element to the next.
    @usableFromInline package let stride: Int
    /// The number of elements from the cursor to the end of its leaf.
    @usableFromInline package var available = 0
    /// The number of elements of that leaf.
    @usableFromInline package var length = 0
    /// The number of elements before the cursor.
    @usableFromInline package var position = 0
    /// The number of elements in all leaves.
    @usableFromInline package let total: Int
    /// The following leaves in one buffer.
    @usableFromInline package var next: BorrowedPointer<ErasedNode>
    @usableFromInline package var last: BorrowedPointer<ErasedNode>
    /// The tree to search for more leaves; `nil` if there are no more.
    @usableFromInline package let root: BorrowedPointer<ErasedNode>?

    /// A cursor over all leaves of a tree.
    @inlinable @inline(__always)
    package init<Element>(root: BorrowedPointer<ChunkNode<Element>>) {
        self.init(root: root.rebound(to: ErasedNode.self), stride: MemoryLayout<Element>.stride)
    }

    /// A cursor over non-empty leaves in one buffer.
    @inlinable @inline(__always)
    package init<Element>(leaves: BorrowedElements<ChunkNode<Element>>) {
        self.init(
            leaves: BorrowedElements(leaves.base.rebound(to: ErasedNode.self), count: leaves.count),
            stride: MemoryLayout<Element>.stride)
    }

    /// A cursor over elements in one buffer, as if they were a leaf.
    @inlinable @inline(__always)
    package init<Element>(elements: BorrowedElements<Element>) {
        self.init(elements: elements.base.bytes, count: elements.count, stride: MemoryLayout<Element>.stride)
    }

    @usableFromInline
    init(root: BorrowedPointer<ErasedNode>, stride: Int) {
        self.root = root
        self.stride = stride
        total = Int(root.pointee.count)
        base = .nowhere
        next = root
        last = root
        if total > 0 { enterNextLeaf() }
    }

    @usableFromInline
    init(leaves: BorrowedElements<ErasedNode>, stride: Int) {
        root = nil
        self.stride = stride
        var total = 0
        for place in 0..<leaves.count { total &+= Int(leaves[place].count) }
        self.total = total
        base = .nowhere
        next = leaves.base
        last = next + leaves.count
        if total > 0 { enterNextLeaf() }
    }

    @usableFromInline
    init(elements: BorrowedPointer<UInt8>, count: Int, stride: Int) {
        root = nil
        self.stride = stride
        total = count
        base = elements
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
        base += count &* stride
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

    /// Goes to the start of the leaf that contains the cursor's position, which must exist.
    @usableFromInline @inline(never)
    package mutating func enterNextLeaf() {
        if next == last { findLeaves() }
        #if DATASOURCES_COUNTERS
        WorkCounter.counts.leaves += 1
        #endif
        base = next.pointee.start
        available = Int(next.pointee.count)
        length = available
        next += 1
    }

    /// Finds the leaf at the cursor's position from the root, and its siblings.
    private mutating func findLeaves() {
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
}
