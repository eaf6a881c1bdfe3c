/// A node of a persistent B+-tree: a leaf of elements, or a branch of nodes of equal height.
///
/// ```
/// ┌─────────┬──────┬───────┐      ┌───┬───┬───┐
/// │ content │ slot │ count │ ──▶  │ e │ e │ … │   a leaf: up to 32 elements
/// └─────────┴──────┴───────┘      ├───┼───┼───┤
///    8 bytes   4      4           │ n │ n │ … │   or a branch: up to 16 nodes
///                                 └───┴───┴───┘
/// ```
///
/// Nodes are values. Copy-on-write of the arrays copies exactly the shared nodes on the path to an edit; all other
/// nodes stay shared with older versions. Two nodes with the same buffer therefore have the same content, so the
/// difference of two versions costs only what has changed.
///
/// A **slot** is a number that a node keeps while it is copied and edited. It matches two versions of a node, and lets
/// ``SlotIndex`` find an element's leaf without being updated by path copies.
@usableFromInline
package struct ChunkNode<Element> {
    @usableFromInline
    package enum Content {
        case leaf(ContiguousArray<Element>)
        case branch(ContiguousArray<ChunkNode<Element>>)
    }

    @usableFromInline package var content: Content
    @usableFromInline package var slot: Int32
    /// The number of elements in this subtree.
    @usableFromInline package var count: Int32

    @inlinable
    package init(elements: ContiguousArray<Element>, slot: Int32) {
        content = .leaf(elements)
        self.slot = slot
        count = Int32(truncatingIfNeeded: elements.count)
    }

    @inlinable
    package init(children: ContiguousArray<ChunkNode>, slot: Int32) {
        var total: Int32 = 0
        for child in children { total &+= child.count }
        content = .branch(children)
        self.slot = slot
        count = total
    }
}

extension ChunkNode: Sendable where Element: Sendable {}
extension ChunkNode.Content: Sendable where Element: Sendable {}

extension ChunkNode {
    /// Whether both nodes have the same buffer, and therefore equal content.
    ///
    /// While both versions are alive, a buffer reachable from either is never written to.
    @inlinable @inline(__always)
    package func isIdentical(to other: ChunkNode) -> Bool {
        address == other.address
    }

    /// The address of the node's buffer: its identity among live nodes.
    @inlinable @inline(__always)
    package var address: UInt {
        switch content {
        case .leaf(let elements): borrowedBase(elements).address
        case .branch(let children): borrowedBase(children).address
        }
    }

    /// The number of direct entries: elements of a leaf, children of a branch.
    @inlinable @inline(__always)
    package var width: Int {
        switch content {
        case .leaf(let elements): elements.count
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
