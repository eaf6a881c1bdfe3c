// Edits of one element. Each costs O(log n): it copies the nodes on its path that are shared with an older version, and
// edits the others in place.
//
// The recursive functions move the payload out of a node, leave an empty one behind, and put it back, so that the array
// is uniquely referenced during the edit.

extension ChunkTree where Element: Identifiable {
    /// The slot of the leaf that ``insert(_:at:index:home:)`` at this position inserts into.
    @inlinable
    func leafSlot(forInsertionAt position: Int) -> Int32 {
        if root.isLeaf { return root.slot }
        defer { keepAlive(root) }
        // At most the count: then the loop below ends at the last child at the latest, as the counts of a branch's
        // children add up to its own.
        var rest = Swift.min(Int32(truncatingIfNeeded: position), root.count)
        var cursor = root.firstChild
        while true {
            while rest > cursor.pointee.count {
                rest &-= cursor.pointee.count
                cursor += 1
            }
            if cursor.pointee.isLeaf { return cursor.pointee.slot }
            cursor = cursor.pointee.firstChild
        }
    }

    /// The slot of the leaf of the element at this position.
    @inlinable
    func leafSlot(at position: Int) -> Int32 { leafSlot(forInsertionAt: position &+ 1) }

    /// Inserts an element whose id the index has already claimed for ``leafSlot(forInsertionAt:)``.
    @inlinable
    mutating func insert(_ element: Element, at position: Int, index: inout SlotIndex<Element.ID>, home: Int32) {
        let isAppended = position == count
        let position = Int32(truncatingIfNeeded: position)
        guard let right = root.insert(element, at: position, isAppended: isAppended, index: &index) else { return }
        let slot = index.makeSlot(under: home)
        index.setParent(of: root.slot, to: slot)
        index.setParent(of: right.slot, to: slot)
        root = ChunkNode(children: [root, right], slot: slot)
        height &+= 1
        precondition(height < 15, "a chunk tree grew past fifteen levels")
    }

    /// Removes the element at `position` from the tree and its id from the index.
    @inlinable
    mutating func remove(at position: Int, index: inout SlotIndex<Element.ID>, home: Int32) -> Element {
        let element = root.remove(at: Int32(truncatingIfNeeded: position), index: &index, leaves: true)
        collapseRoot(index: &index, home: home)
        return element
    }

    /// Removes the element at `position` from the tree only; its id stays in the index, to be inserted elsewhere.
    @inlinable
    mutating func take(at position: Int, index: inout SlotIndex<Element.ID>, home: Int32) -> TakenElement<Element> {
        let leaf = leafSlot(at: position)
        let element = root.remove(at: Int32(truncatingIfNeeded: position), index: &index, leaves: false)
        collapseRoot(index: &index, home: home)
        return TakenElement(element, leaf: leaf)
    }

    /// Inserts an element taken from this tree or another one of the same index.
    @inlinable
    mutating func put(
        _ taken: TakenElement<Element>, at position: Int, index: inout SlotIndex<Element.ID>, home: Int32
    ) {
        index.move(taken.element.id, from: taken.leaf, to: leafSlot(forInsertionAt: position))
        insert(taken.element, at: position, index: &index, home: home)
    }

    /// Removes levels with a single child, down to a leaf if necessary.
    @inlinable
    mutating func collapseRoot(index: inout SlotIndex<Element.ID>, home: Int32) {
        while case .branch(let children) = root.content, children.count <= 1 {
            index.retire(root.slot)
            if let only = children.first {
                root = only
                height &-= 1
                index.setParent(of: only.slot, to: home)
            } else {
                self = ChunkTree(emptyAt: index.makeSlot(under: home))
            }
        }
    }

    /// The position of `id`; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) expected; O(*n*) if the index has an entry for it that is stale because ids misbehave.
    @inlinable
    func position(of id: Element.ID, in index: SlotIndex<Element.ID>) -> Int? {
        let hash = index.searchHash(of: id)
        guard let path = index.path(to: hash) else { return nil }
        return position(of: id, along: path) ?? otherPosition(of: id, hash: hash, in: index)
    }

    /// The position of an id that is not where its first entry leads; not specialized, as that is rare.
    @usableFromInline @inline(never)
    func otherPosition(of id: Element.ID, hash: UInt32, in index: SlotIndex<Element.ID>) -> Int? {
        var isStale = false
        for path in index.paths(to: hash) {
            if let position = position(of: id, along: path) { return position }
            if !hasElement(hash: hash, along: path, in: index) { isStale = true }
        }
        return isStale ? searchedPosition(of: id) : nil
    }

    /// Whether the index entry that led to a path is right: the leaf there has an element with this hash.
    func hasElement(hash: UInt32, along path: SlotPath, in index: SlotIndex<Element.ID>) -> Bool {
        defer { keepAlive(root) }
        let hashes = index.hash
        return leaf(along: path)?.elements.contains { hashes.shortValue(of: $0.id) == hash } ?? false
    }

    /// The position of `id`, given its path; `nil` if it is not there.
    ///
    /// - Complexity: O(log *n*).
    @inlinable
    func position(of id: Element.ID, along path: SlotPath) -> Int? {
        defer { keepAlive(root) }
        guard let leaf = leaf(along: path), let offset = Self.offset(of: id, in: leaf.elements) else { return nil }
        return leaf.start &+ offset
    }

    /// The leaf at the end of a path, while the root is alive, and the position of its first element; `nil` if the path
    /// leads nowhere because ids misbehave, or into another tree.
    @inlinable @inline(__always)
    func leaf(along path: SlotPath) -> (start: Int, elements: BorrowedElements<Element>)? {
        if root.isLeaf {
            return root.slot == path[0] ? (0, BorrowedElements(root.firstElement, count: Int(root.count))) : nil
        }
        var position = 0
        var level = Int(height)
        var cursor = root.firstChild
        // The elements of the cursor and its later siblings, as no child is empty.
        var rest = root.count
        while true {
            level &-= 1
            let slot = path[level]
            while cursor.pointee.slot != slot {
                let skipped = cursor.pointee.count
                position &+= Int(skipped)
                rest &-= skipped
                if rest <= 0 { return nil }
                cursor += 1
            }
            let count = cursor.pointee.count
            if cursor.pointee.isLeaf {
                return (position, BorrowedElements(cursor.pointee.firstElement, count: Int(count)))
            }
            rest = count
            cursor = cursor.pointee.firstChild
        }
    }

    /// The offset of an id among elements.
    @inlinable @inline(__always)
    static func offset(of id: Element.ID, in elements: BorrowedElements<Element>) -> Int? {
        var offset = 0
        while offset < elements.count {
            if elements[offset].id == id { return offset }
            offset &+= 1
        }
        return id == id ? nil : elements.firstIndex { $0.id != $0.id }
    }

    /// The position of `id`, by linear search.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    func searchedPosition(of id: Element.ID) -> Int? {
        var position = 0
        var iterator = Iterator(self)
        let isIrregular = id != id
        while let element = iterator.next() {
            if isIrregular ? element.id != element.id : element.id == id { return position }
            position &+= 1
        }
        return nil
    }
}

/// An element taken from a tree, whose id the index still has in the leaf where it was.
@usableFromInline
struct TakenElement<Element> {
    @usableFromInline let element: Element
    @usableFromInline let leaf: Int32

    @inlinable
    init(_ element: Element, leaf: Int32) {
        self.element = element
        self.leaf = leaf
    }
}

extension ChunkTree {
    /// Replaces the element at `position` by one with the same id.
    @inlinable
    mutating func replace(at position: Int, with element: Element) {
        modify(at: position) { $0 = element }
    }

    /// Edits the element at `position` in place.
    @inlinable
    mutating func modify<R, E: Error>(
        at position: Int,
        _ body: (inout Element) throws(E) -> R
    ) throws(E) -> R {
        try root.modify(at: Int32(truncatingIfNeeded: position), body)
    }
}

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
