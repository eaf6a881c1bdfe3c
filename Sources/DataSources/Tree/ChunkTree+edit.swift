// Edits of one element. Each costs O(log n): it copies the nodes on its path that are shared with an older version, and
// edits the others in place: see ChunkNode+edit.swift.

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
