extension ChunkTree {
    /// Walks a tree leaf by leaf.
    ///
    /// A raw cursor runs along the elements of a leaf; at its end the next leaf is found from the root again, which
    /// costs less than keeping a stack of nodes.
    @usableFromInline
    struct Iterator: IteratorProtocol {
        /// Keeps alive what the cursor points into.
        @usableFromInline let tree: ChunkTree
        @usableFromInline var cursor: UnsafePointer<Element>
        @usableFromInline var end: UnsafePointer<Element>
        /// The position after the leaf under the cursor.
        @usableFromInline var position: Int

        @inlinable
        init(_ tree: ChunkTree) {
            self.tree = tree
            position = 0
            cursor = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
            end = cursor
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
            guard position < tree.count else { return false }
            let span = tree.leaf(at: position)
            cursor = span.base
            end = span.base + span.count
            position += span.count
            return true
        }
    }
}

// The cursor only reads, and `tree` keeps what it reads alive and unchanged.
extension ChunkTree.Iterator: @unchecked Sendable where Element: Sendable {}
