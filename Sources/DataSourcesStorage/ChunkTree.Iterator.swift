extension ChunkTree {
    /// Iterates over a tree leaf by leaf.
    ///
    /// One raw cursor moves over the elements of a leaf, another over the leaves of one parent; after those, the next
    /// parent is found from the root, which costs less than a stack of nodes.
    @usableFromInline
    package struct Iterator: IteratorProtocol {
        /// Keeps the memory of the cursors alive.
        @usableFromInline package let tree: ChunkTree
        @usableFromInline package var cursor: BorrowedPointer<Element>
        @usableFromInline package var end: BorrowedPointer<Element>
        /// The following leaves under the same parent.
        @usableFromInline package var sibling: BorrowedPointer<ChunkNode<Element>>
        @usableFromInline package var lastSibling: BorrowedPointer<ChunkNode<Element>>
        /// The position after the leaf under the cursor.
        @usableFromInline package var position: Int

        @inlinable
        package init(_ tree: ChunkTree) {
            self.tree = tree
            position = 0
            cursor = .nowhere
            end = cursor
            sibling = .nowhere
            lastSibling = sibling
        }

        @inlinable @inline(__always)
        package mutating func next() -> Element? {
            if cursor == end, !advanceToNextLeaf() { return nil }
            let element = cursor.pointee
            cursor += 1
            return element
        }

        @inlinable @inline(never)
        package mutating func advanceToNextLeaf() -> Bool {
            if sibling == lastSibling {
                guard position < tree.count else { return false }
                guard findSiblings() else { return true }
            }
            enter(sibling)
            sibling += 1
            return true
        }

        @inlinable @inline(__always)
        package mutating func enter(_ leaf: BorrowedPointer<ChunkNode<Element>>) {
            let count = Int(leaf.pointee.count)
            cursor = leaf.pointee.firstElement
            end = cursor + count
            position += count
        }

        /// Finds the leaves from `position` on that share a parent; `false` if the root is the only leaf.
        @inlinable
        package mutating func findSiblings() -> Bool {
            if tree.root.isLeaf {
                withBorrowedPointer(to: tree.root) { enter($0) }
                return false
            }
            var rest = Int32(truncatingIfNeeded: position)
            var children = tree.root.firstChild
            var count = tree.root.width
            while true {
                let first = children
                while rest >= children.pointee.count {
                    rest &-= children.pointee.count
                    children += 1
                }
                if children.pointee.isLeaf {
                    sibling = children
                    lastSibling = first + count
                    return true
                }
                count = children.pointee.width
                children = children.pointee.firstChild
            }
        }
    }
}

// The cursors only read, and `tree` keeps their memory alive and unchanged.
extension ChunkTree.Iterator: @unchecked Sendable where Element: Sendable {}
