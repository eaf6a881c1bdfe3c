extension ChunkTree {
    /// Walks a tree leaf by leaf.
    ///
    /// A raw cursor runs along the elements of a leaf, a second one along the leaves of one parent; at the end of those
    /// the next parent is found from the root again, which costs less than keeping a stack of nodes.
    @usableFromInline
    struct Iterator: IteratorProtocol {
        /// Keeps alive what the cursors point into.
        @usableFromInline let tree: ChunkTree
        @usableFromInline var cursor: UnsafePointer<Element>
        @usableFromInline var end: UnsafePointer<Element>
        /// The leaves that follow under the same parent.
        @usableFromInline var sibling: UnsafePointer<ChunkNode<Element>>
        @usableFromInline var lastSibling: UnsafePointer<ChunkNode<Element>>
        /// The position after the leaf under the cursor.
        @usableFromInline var position: Int

        @inlinable
        init(_ tree: ChunkTree) {
            self.tree = tree
            position = 0
            cursor = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
            end = cursor
            sibling = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
            lastSibling = sibling
        }

        @inlinable @inline(__always)
        mutating func next() -> Element? {
            if cursor == end, !advanceToNextLeaf() { return nil }
            let element = cursor.pointee
            cursor += 1
            return element
        }

        @inlinable @inline(never)
        mutating func advanceToNextLeaf() -> Bool {
            if sibling == lastSibling {
                guard position < tree.count else { return false }
                guard findSiblings() else { return true }
            }
            guard case .leaf(let elements) = sibling.pointee.content else { return false }
            cursor = borrowedBase(elements)
            end = cursor + elements.count
            position += elements.count
            sibling += 1
            return true
        }

        /// Finds the leaves from `position` on that have one parent; `false` when the root is the only leaf.
        @inlinable
        mutating func findSiblings() -> Bool {
            var rest = Int32(truncatingIfNeeded: position)
            var children: UnsafePointer<ChunkNode<Element>>
            var count: Int
            switch tree.root.content {
            case .leaf(let elements):
                cursor = borrowedBase(elements)
                end = cursor + elements.count
                position += elements.count
                return false
            case .branch(let nodes):
                children = borrowedBase(nodes)
                count = nodes.count
            }
            while true {
                let first = children
                while rest >= children.pointee.count {
                    rest &-= children.pointee.count
                    children += 1
                }
                switch children.pointee.content {
                case .leaf:
                    sibling = children
                    lastSibling = first + count
                    return true
                case .branch(let nodes):
                    children = borrowedBase(nodes)
                    count = nodes.count
                }
            }
        }
    }
}

// The cursors only read, and `tree` keeps what they read alive and unchanged.
extension ChunkTree.Iterator: @unchecked Sendable where Element: Sendable {}
