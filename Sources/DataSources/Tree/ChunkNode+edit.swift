// The recursive functions move the payload out of a node, leave an empty one behind, and put it back, so that the array
// is uniquely referenced during the edit.

extension ChunkNode {
    @inlinable
    mutating func modify<R, E: Error>(
        at position: Int32,
        _ body: (inout Element) throws(E) -> R
    ) throws(E) -> R {
        switch content {
        case .leaf(var elements):
            clear()
            defer { put(elements) }
            return try body(&elements[Int(position)])
        case .branch(var children):
            clear()
            defer { put(children) }
            var child = 0
            var rest = position
            while rest >= children[child].count {
                rest &-= children[child].count
                child &+= 1
            }
            return try children[child].modify(at: rest, body)
        }
    }
}

extension ChunkNode where Element: Identifiable {
    /// Inserts an element; returns the right half if the node split.
    @inlinable
    mutating func insert(
        _ element: Element,
        at position: Int32,
        isAppended: Bool,
        index: inout SlotIndex<Element.ID>
    ) -> ChunkNode? {
        count &+= 1
        switch content {
        case .leaf(var elements):
            clear()
            // An array would double its capacity, to 48 for a leaf of 25.
            if elements.count == elements.capacity { elements.reserveCapacity(ChunkLimits.leaf + 1) }
            elements.insert(element, at: Int(position))
            var right: ChunkNode?
            if elements.count > ChunkLimits.leaf {
                right = splitLeaf(&elements, isAppended: isAppended, index: &index)
            }
            put(elements)
            return right
        case .branch(var children):
            clear()
            var child = 0
            var rest = position
            let last = children.count &- 1
            while child < last, rest > children[child].count {
                rest &-= children[child].count
                child &+= 1
            }
            var right: ChunkNode?
            if let sibling = children[child].insert(element, at: rest, isAppended: isAppended, index: &index) {
                children.insert(sibling, at: child + 1)
                if children.count > ChunkLimits.branch {
                    right = splitBranch(&children, isAppended: isAppended, index: &index)
                }
            }
            put(children)
            return right
        }
    }

    /// Splits off the right half of an overfull leaf; appending to the list leaves full leaves behind.
    @inlinable @inline(never)
    mutating func splitLeaf(
        _ elements: inout ContiguousArray<Element>,
        isAppended: Bool,
        index: inout SlotIndex<Element.ID>
    ) -> ChunkNode {
        let cut = isAppended ? elements.count - 1 : elements.count / 2
        let slot = index.makeSlot(under: index.parents[Int(self.slot)])
        let tail = elements.withBorrowedElements { ContiguousArray(copying: $0.part(cut..<$0.count)) }
        elements.removeSubrange(cut...)
        tail.withBorrowedElements { index.move(contentsOf: $0, from: self.slot, to: slot) }
        count = Int32(truncatingIfNeeded: cut)
        return ChunkNode(elements: tail, slot: slot)
    }

    @usableFromInline @inline(never)
    mutating func splitBranch(
        _ children: inout ContiguousArray<ChunkNode>,
        isAppended: Bool,
        index: inout SlotIndex<Element.ID>
    ) -> ChunkNode {
        let cut = isAppended ? children.count - 1 : children.count / 2
        let slot = index.makeSlot(under: index.parents[Int(self.slot)])
        let tail = children.withBorrowedElements { ContiguousArray(copying: $0.part(cut..<$0.count)) }
        children.removeSubrange(cut...)
        for child in tail { index.setParent(of: child.slot, to: slot) }
        let right = ChunkNode(children: tail, slot: slot)
        count &-= right.count
        return right
    }

    /// Removes the element at `position`; drops an empty child, and merges a thin one with a sibling if both fit.
    ///
    /// If `leaves`, also removes the element's id from the index.
    @inlinable
    mutating func remove(at position: Int32, index: inout SlotIndex<Element.ID>, leaves: Bool) -> Element {
        count &-= 1
        switch content {
        case .leaf(var elements):
            clear()
            let element = elements.remove(at: Int(position))
            if leaves { index.leave(element.id, from: slot) }
            put(elements)
            return element
        case .branch(var children):
            clear()
            var child = 0
            var rest = position
            while rest >= children[child].count {
                rest &-= children[child].count
                child &+= 1
            }
            let element = children[child].remove(at: rest, index: &index, leaves: leaves)
            let width = children[child].width
            let limit = children[child].isLeaf ? ChunkLimits.leaf : ChunkLimits.branch
            if children[child].count == 0 {
                children[child].retireAll(index: &index)
                children.remove(at: child)
            } else if width <= limit / 4, children.count > 1 {
                let left = child > 0 ? child - 1 : child
                if children[left].width + children[left + 1].width <= limit * 3 / 4 {
                    let right = children.remove(at: left + 1)
                    children[left].absorb(right, index: &index)
                }
            }
            put(children)
            return element
        }
    }

    /// Retires the slots of this node and all below it.
    @inlinable
    func retireAll(index: inout SlotIndex<Element.ID>) {
        index.retire(slot)
        for child in children { child.retireAll(index: &index) }
    }

    /// Appends the entries of the right sibling, and retires its slot.
    @inlinable @inline(never)
    mutating func absorb(_ right: ChunkNode, index: inout SlotIndex<Element.ID>) {
        count &+= right.count
        index.retire(right.slot)
        switch (content, right.content) {
        case (.leaf(var elements), .leaf(let others)):
            clear()
            others.withBorrowedElements { index.move(contentsOf: $0, from: right.slot, to: slot) }
            others.withBorrowedElements { elements.append(copying: $0) }
            put(elements)
        case (.branch(var children), .branch(let others)):
            clear()
            for child in others { index.setParent(of: child.slot, to: slot) }
            others.withBorrowedElements { children.append(copying: $0) }
            put(children)
        default: break
        }
    }
}
