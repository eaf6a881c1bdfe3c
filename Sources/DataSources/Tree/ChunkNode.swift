/// A node of a persistent B+tree: a leaf of elements, or a branch of nodes of equal height.
///
/// ```
/// ┌─────────┬──────┬───────┐      ┌───┬───┬───┐
/// │ content │ slot │ count │ ──▶  │ e │ e │ … │   a leaf: up to 32 elements
/// └─────────┴──────┴───────┘      ├───┼───┼───┤
///    8 bytes   4      4           │ n │ n │ … │   or a branch: up to 16 nodes
///                                 └───┴───┴───┘
/// ```
///
/// Nodes are values. Copy-on-write of the arrays copies exactly the shared nodes on the path to an edit; everything else
/// stays shared with older versions. Two nodes with the same buffer therefore have the same content, which is what
/// makes the difference of two versions cost what changed.
///
/// A **slot** is a name that a node keeps while it is copied and edited. It lines up two versions of a node, and it lets
/// ``SlotIndex`` find an element's leaf without being touched by path copies.
@usableFromInline
struct ChunkNode<Element> {
    @usableFromInline
    enum Content {
        case leaf(ContiguousArray<Element>)
        case branch(ContiguousArray<ChunkNode<Element>>)
    }

    @usableFromInline var content: Content
    @usableFromInline var slot: Int32
    /// The number of elements beneath this node.
    @usableFromInline var count: Int32

    @inlinable
    init(elements: ContiguousArray<Element>, slot: Int32) {
        content = .leaf(elements)
        self.slot = slot
        count = Int32(truncatingIfNeeded: elements.count)
    }

    @inlinable
    init(children: ContiguousArray<ChunkNode>, slot: Int32) {
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
    /// Whether both nodes are one and the same buffer, and hence have equal content.
    ///
    /// As long as both versions are alive a buffer reachable from either is never written to.
    @inlinable @inline(__always)
    func isIdentical(to other: ChunkNode) -> Bool {
        address == other.address
    }

    /// The address of the node's buffer: its identity among the nodes that are alive.
    @inlinable @inline(__always)
    var address: UnsafeRawPointer {
        switch content {
        case .leaf(let elements): UnsafeRawPointer(borrowedBase(elements))
        case .branch(let children): UnsafeRawPointer(borrowedBase(children))
        }
    }

    /// The number of entries in this very node: elements of a leaf, children of a branch.
    @inlinable @inline(__always)
    var width: Int {
        switch content {
        case .leaf(let elements): elements.count
        case .branch(let children): children.count
        }
    }

    @inlinable @inline(__always)
    var isLeaf: Bool {
        if case .leaf = content { true } else { false }
    }

    /// The children of a branch; empty for a leaf.
    @inlinable @inline(__always)
    var children: ContiguousArray<ChunkNode> {
        if case .branch(let children) = content { children } else { [] }
    }

    /// The elements of a leaf; empty for a branch.
    @inlinable @inline(__always)
    var elements: ContiguousArray<Element> {
        if case .leaf(let elements) = content { elements } else { [] }
    }
}

/// The address of an array's elements, used after the closure that lent it.
///
/// This is the one unsafe spot of the value layer. It is sound where it is used: arrays reached from a tree are not
/// written to while that tree is alive, and every caller keeps the tree alive. It spares a retain and a release for
/// each level, which is most of what a read costs.
@inlinable @inline(__always)
func borrowedBase<T>(_ array: ContiguousArray<T>) -> UnsafePointer<T> {
    array.withUnsafeBufferPointer { $0.baseAddress.unsafelyUnwrapped }
}
