/// A node of a persistent B+-tree: a leaf of elements, or a branch of nodes of equal height.
///
/// ```
/// ┌─────────┬───────┬──────┬───────┐      ┌───┬───┬───┐
/// │ content │ start │ slot │ count │ ──▶  │ e │ e │ … │   a leaf: up to 32 elements
/// └─────────┴───────┴──────┴───────┘      ├───┼───┼───┤
///    8 bytes    8      4      4           │ n │ n │ … │   or a branch: up to 16 nodes
///                                         └───┴───┴───┘
/// ```
///
/// Nodes are values. Copy-on-write of the arrays copies exactly the shared nodes on the path to an edit; all other
/// nodes stay shared with older versions. Two nodes with the same buffer therefore have the same content, so the
/// difference of two versions costs only what has changed.
///
/// A **slot** is a number that a node keeps while it is copied and edited. It matches two versions of a node, and lets
/// ``SlotIndex`` find an element's leaf without being updated by path copies.
///
/// A node keeps the address of its first entry, as its array gave it. Unspecialized code, which debug builds of clients
/// run, asks an array for that address by calls with metadata of its type; it reads a stored address like any number.
/// The address stays right: an array in a node is never written to and never grows. An edit takes it out by ``clear()``
/// and puts it back by a `put`, which asks the array again.
@usableFromInline
package struct ChunkNode<Element> {
    @usableFromInline
    package enum Content {
        case leaf(ContiguousArray<Element>)
        case branch(ContiguousArray<ChunkNode<Element>>)
    }

    /// The entries; only the initializers, ``clear()`` and both functions `put` assign them.
    @usableFromInline package var content: Content
    /// The address of the first entry, whose type depends on the kind of node; stale after ``clear()``.
    @usableFromInline package var start: BorrowedPointer<UInt8>
    @usableFromInline package var slot: Int32
    /// The number of elements in this subtree.
    @usableFromInline package var count: Int32

    @inlinable
    package init(elements: ContiguousArray<Element>, slot: Int32) {
        start = borrowedBase(elements).bytes
        content = .leaf(elements)
        self.slot = slot
        count = Int32(truncatingIfNeeded: elements.count)
    }

    @inlinable
    package init(children: ContiguousArray<ChunkNode>, slot: Int32) {
        var total: Int32 = 0
        for child in children { total &+= child.count }
        start = borrowedBase(children).bytes
        content = .branch(children)
        self.slot = slot
        count = total
    }
}

// The address is that of the entries, which are sendable, and is only read from.
extension ChunkNode: @unchecked Sendable where Element: Sendable {}
extension ChunkNode.Content: Sendable where Element: Sendable {}

extension ChunkNode {
    /// Whether both nodes have the same buffer, and therefore equal content.
    ///
    /// While both versions are alive, a buffer reachable from either is never written to.
    @inlinable @inline(__always)
    package func isIdentical(to other: ChunkNode) -> Bool {
        start == other.start
    }

    /// The address of the node's buffer: its identity among live nodes.
    @inlinable @inline(__always)
    package var address: UInt { start.address }

    /// The address of the elements of a leaf, of which there are ``count``; read it only while the node's tree is alive.
    @inlinable @inline(__always)
    package var firstElement: BorrowedPointer<Element> { start.rebound(to: Element.self) }

    /// The address of the children of a branch, whose counts add up to ``count``; read it only while the node's tree is
    /// alive.
    @inlinable @inline(__always)
    package var firstChild: BorrowedPointer<ChunkNode> { start.rebound(to: ChunkNode.self) }

    /// The number of direct entries: elements of a leaf, children of a branch.
    @inlinable @inline(__always)
    package var width: Int {
        switch content {
        case .leaf: Int(count)
        case .branch(let children): children.count
        }
    }

    @inlinable @inline(__always)
    package var isLeaf: Bool {
        if case .leaf = content { true } else { false }
    }

    /// The children of a branch; empty for a leaf.
    @inlinable @inline(__always)
    package var children: ContiguousArray<ChunkNode> {
        if case .branch(let children) = content { children } else { [] }
    }

    /// The elements of a leaf; empty for a branch.
    @inlinable @inline(__always)
    package var elements: ContiguousArray<Element> {
        if case .leaf(let elements) = content { elements } else { [] }
    }
}

extension ChunkNode {
    /// Takes the entries away from the node, so that a caller that holds their array can edit it in place.
    ///
    /// The caller puts them back before anyone reads the node.
    @inlinable @inline(__always)
    package mutating func clear() { content = .branch([]) }

    /// Puts back the elements of a leaf.
    @inlinable @inline(__always)
    package mutating func put(_ elements: ContiguousArray<Element>) {
        start = borrowedBase(elements).bytes
        content = .leaf(elements)
    }

    /// Puts back the children of a branch.
    @inlinable @inline(__always)
    package mutating func put(_ children: ContiguousArray<ChunkNode>) {
        start = borrowedBase(children).bytes
        content = .branch(children)
    }
}
