extension ListDraft {
    /// Replaces, for each of `items` in order, the item with the same id, or appends it if there is none.
    ///
    /// Of items with the same id the last one wins.
    ///
    /// - Complexity: O(*k* log *n*) for *k* items.
    @inlinable
    public mutating func upsert(contentsOf items: some Sequence<Item>) {
        for item in items { upsert(item) }
    }

    /// Removes the items with these ids: all or none.
    ///
    /// An id that occurs several times in `ids` counts once.
    ///
    /// - Returns: The items removed, in the order of the list.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable @discardableResult
    public mutating func remove(ids: some Sequence<Item.ID>) throws(EditError) -> [Item] {
        var positions: [Int] = []
        var unknown: [Item.ID] = []
        for id in ids {
            if let position = position(of: id) { positions.append(position) } else { unknown.append(id) }
        }
        if !unknown.isEmpty { throw .unknownItems(unknown) }
        var hunks: [Hunk] = []
        var removed: [Item] = []
        for position in positions.sortedOnce() {
            hunks.appendDeletion(at: position)
            removed.append(tree.element(at: position))
        }
        _ = tree.splice(hunks, from: .none, index: &index, home: -1)
        finishEdit()
        return removed
    }

    /// Updates all items in place, in order.
    ///
    /// Nothing changes if `body` throws. An item whose new value equals the old one does not change.
    ///
    /// - Returns: The number of items that changed.
    /// - Throws: ``EditError`` when `body` changed an id; what `body` throws.
    /// - Complexity: O(*n* + *c* log *n*) for *c* items that change.
    @inlinable @discardableResult
    public mutating func updateAll(_ body: (inout Item) throws -> Void) throws -> Int {
        let changes = try tree.changes(by: body)
        for (position, item) in changes { tree.replace(at: position, with: item) }
        finishEdit()
        return changes.count
    }
}

extension ChunkTree where Element: Identifiable & Equatable {
    /// The elements that `body` changes, with their positions.
    ///
    /// - Throws: ``EditError`` when `body` changed an id; what `body` throws.
    @inlinable
    func changes(by body: (inout Element) throws -> Void) throws -> [(position: Int, element: Element)]
    where Element.ID: Sendable {
        var changes: [(position: Int, element: Element)] = []
        var position = 0
        var elements = Iterator(self)
        while let old = elements.next() {
            // Read before `body` runs: an object's id may change in place, in the old element too.
            let id = old.id
            var element = old
            try body(&element)
            guard areSameKey(element.id, id) else { throw EditError.identityChanged(from: id, to: element.id) }
            if !isUnchanged(old, element) { changes.append((position, element)) }
            position += 1
        }
        return changes
    }
}

extension [Hunk] {
    /// Adds the deletion of the element at a position after those deleted so far.
    @inlinable
    mutating func appendDeletion(at position: Int) {
        if let last = indices.last, self[last].old.upperBound == position {
            self[last].old = self[last].old.lowerBound..<position + 1
        } else {
            append(Hunk(old: position..<position + 1, new: 0..<0))
        }
    }
}

extension Array where Element: Comparable {
    /// The elements in ascending order, equal ones once.
    @inlinable
    func sortedOnce() -> [Element] {
        var result: [Element] = []
        for element in sorted() where result.last != element { result.append(element) }
        return result
    }
}

extension ListDraft {
    /// Fills an empty draft with items whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(count: Int, item: (_ position: Int) -> Item) {
        precondition(isEmpty, "only an empty draft can be filled")
        if count == 0 { return }
        tree.root.retireAll(index: &index)
        if index.knowsIDs { index.reserve(count) }
        tree = ChunkTree(count: count, index: &index, home: -1, element: item)
        checkInvariants()
    }

    /// Fills an empty draft with the items that `body` appends, whose ids are known to be unique.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func load(_ body: (_ append: (Item) -> Void) -> Void) {
        precondition(isEmpty, "only an empty draft can be filled")
        tree.root.retireAll(index: &index)
        tree = ChunkTree(index: &index, home: -1, body)
        checkInvariants()
    }
}
