extension ListDraft {
    // MARK: Insert

    /// Inserts an item so that it is at `position`; `count` appends.
    ///
    /// - Throws: ``EditError`` when the position lies outside of `0...count`, or the id is there already.
    @inlinable
    public mutating func insert(_ item: Item, at position: Int) throws(EditError) {
        guard position >= 0, position <= tree.count else {
            throw .position(position, of: "insert", outside: 0...tree.count)
        }
        let slot = tree.leafSlot(forInsertionAt: position)
        guard index.claim(item.id, in: slot) || claimAgain(item.id, in: slot) else {
            sweepIDs()
            throw .duplicateItems([item.id])
        }
        tree.insert(item, at: position, index: &index, home: -1)
        finishEdit()
    }

    /// Inserts an item directly before the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the id is there already.
    @inlinable
    public mutating func insert(_ item: Item, before other: Item.ID) throws(EditError) {
        try insert(item, at: knownPosition(of: other))
    }

    /// Inserts an item directly after the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the id is there already.
    @inlinable
    public mutating func insert(_ item: Item, after other: Item.ID) throws(EditError) {
        try insert(item, at: knownPosition(of: other) + 1)
    }

    /// Inserts items, in their order, so that the first of them is at `position`: all of them or none.
    ///
    /// - Throws: ``EditError`` when the position lies outside of `0...count`, or ids would be there twice: all of them.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func insert(contentsOf items: some Sequence<Item>, at position: Int) throws(EditError) {
        guard position >= 0, position <= tree.count else {
            throw .position(position, of: "insert", outside: 0...tree.count)
        }
        try replace(position..<position, with: items)
    }

    /// Appends an item.
    ///
    /// - Throws: ``EditError`` when the id is there already.
    @inlinable
    public mutating func append(_ item: Item) throws(EditError) {
        try insert(item, at: tree.count)
    }

    /// Appends items in their order: all of them or none.
    ///
    /// - Throws: ``EditError`` when ids would be there twice, with all of them.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func append(contentsOf items: some Sequence<Item>) throws(EditError) {
        try replace(tree.count..<tree.count, with: items)
    }

    /// Puts an item in the place of the one with its id, or appends it when there is none.
    ///
    /// - Returns: The position it has.
    @inlinable @discardableResult
    public mutating func upsert(_ item: Item) -> Int {
        guard let position = position(of: item.id) else {
            let position = tree.count
            index.enter(item.id, in: tree.leafSlot(forInsertionAt: position))
            tree.insert(item, at: position, index: &index, home: -1)
            finishEdit()
            return position
        }
        put(item, at: position)
        return position
    }

    // MARK: Update

    /// Puts an item in the place of the one with its id.
    ///
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable
    public mutating func update(_ item: Item) throws(EditError) {
        put(item, at: try knownPosition(of: item.id))
    }

    /// Updates the item with this id in place.
    ///
    /// An update to something equal changes nothing, and an update that throws neither.
    ///
    /// - Throws: ``EditError`` when there is no such item or `body` gave it another id; what `body` throws.
    @inlinable
    public mutating func update(id: Item.ID, _ body: (inout Item) throws -> Void) throws {
        try update(at: knownPosition(of: id), body)
    }

    /// Updates the item at `position` in place.
    ///
    /// An update to something equal changes nothing, and an update that throws neither.
    ///
    /// - Throws: ``EditError`` when there is no such item or `body` gave it another id; what `body` throws.
    @inlinable
    public mutating func update(at position: Int, _ body: (inout Item) throws -> Void) throws {
        guard position >= 0, position < tree.count else {
            throw EditError.position(position, of: "update", outside: 0..<tree.count)
        }
        let old = tree.element(at: position)
        // Before the body runs: an object's id may change in place, in the old item too.
        let id = old.id
        var item = old
        try body(&item)
        guard areSameKey(item.id, id) else { throw EditError.identityChanged(from: id, to: item.id) }
        if !isUnchanged(old, item) {
            tree.replace(at: position, with: item)
            finishEdit()
        }
    }

    /// Puts an item in the place of the one with the same id, unless they are equal.
    @inlinable
    mutating func put(_ item: Item, at position: Int) {
        if !isUnchanged(tree.element(at: position), item) {
            tree.replace(at: position, with: item)
            finishEdit()
        }
    }

    // MARK: Remove

    /// Removes the item with this id.
    ///
    /// - Returns: The item removed.
    /// - Throws: ``EditError`` when there is no such item.
    @inlinable @discardableResult
    public mutating func remove(id: Item.ID) throws(EditError) -> Item {
        try remove(at: knownPosition(of: id))
    }

    /// Removes the item at `position`.
    ///
    /// - Returns: The item removed.
    /// - Throws: ``EditError`` when there is no such position.
    @inlinable @discardableResult
    public mutating func remove(at position: Int) throws(EditError) -> Item {
        guard position >= 0, position < tree.count else {
            throw .position(position, of: "remove", outside: 0..<tree.count)
        }
        let item = tree.remove(at: position, index: &index, home: -1)
        finishEdit()
        return item
    }

    /// Removes the items at the positions in `range`.
    ///
    /// - Throws: ``EditError`` when the range reaches outside of `0..<count`.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func removeSubrange(_ range: Range<Int>) throws(EditError) {
        if range.lowerBound >= 0, range.upperBound <= tree.count, range.count == 1 {
            try remove(at: range.lowerBound)
        } else {
            try replaceSubrange(range, with: EmptyCollection())
        }
    }

    /// Removes every item that satisfies `shouldRemove`, which is asked once for each, in order.
    ///
    /// - Returns: How many were removed.
    /// - Throws: What `shouldRemove` throws; then nothing was removed.
    /// - Complexity: O(*n*), copying only the leaves that lose items.
    @inlinable @discardableResult
    public mutating func removeAll<E: Error>(where shouldRemove: (Item) throws(E) -> Bool) throws(E) -> Int {
        var hunks: [Hunk] = []
        var removed = 0
        var position = 0
        var iterator = ChunkTree<Item>.Iterator(tree)
        while let item = iterator.next() {
            if try shouldRemove(item) {
                removed += 1
                if let last = hunks.indices.last, hunks[last].old.upperBound == position {
                    hunks[last].old = hunks[last].old.lowerBound..<position + 1
                } else {
                    hunks.append(Hunk(old: position..<position + 1, new: 0..<0))
                }
            }
            position += 1
        }
        _ = tree.splice(hunks, from: UnsafeBufferPointer(start: nil, count: 0), index: &index, home: -1)
        finishEdit()
        return removed
    }

    /// Removes all items.
    @inlinable
    public mutating func removeAll() {
        removeAll { _ in true }
    }

    // MARK: Move

    /// Moves the item with this id so that it ends up at `position`.
    ///
    /// `position` is an offset in the list as it will be; moving an item to where it is changes nothing.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the position lies outside of `0..<count`.
    @inlinable
    public mutating func move(id: Item.ID, to position: Int) throws(EditError) {
        try move(from: knownPosition(of: id), to: position)
    }

    /// Moves the item with this id directly before the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when either is not there.
    @inlinable
    public mutating func move(id: Item.ID, before other: Item.ID) throws(EditError) {
        let from = try knownPosition(of: id)
        let target = try knownPosition(of: other)
        if from == target { return }
        try move(from: from, to: target > from ? target - 1 : target)
    }

    /// Moves the item with this id directly after the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when either is not there.
    @inlinable
    public mutating func move(id: Item.ID, after other: Item.ID) throws(EditError) {
        let from = try knownPosition(of: id)
        let target = try knownPosition(of: other)
        if from == target { return }
        try move(from: from, to: target > from ? target : target + 1)
    }

    /// Moves the item at the position `from` so that it ends up at the position `to`.
    ///
    /// - Throws: ``EditError`` when either lies outside of `0..<count`.
    @inlinable
    public mutating func move(from: Int, to: Int) throws(EditError) {
        for position in [from, to] where position < 0 || position >= tree.count {
            throw .position(position, of: "move", outside: 0..<tree.count)
        }
        if from == to { return }
        let item = tree.take(at: from, index: &index, home: -1)
        tree.put(item, at: to, index: &index, home: -1)
        finishEdit()
    }

    // MARK: Replace

    /// Replaces the items at the positions in `range` by `items`: all of it or nothing.
    ///
    /// - Throws: ``EditError`` when the range reaches outside of `0..<count`, or ids would be there twice: all of them.
    /// - Complexity: O(*k* + log *n*), where *k* counts items removed and inserted.
    @inlinable
    public mutating func replaceSubrange(
        _ range: Range<Int>,
        with items: some Sequence<Item>
    ) throws(EditError) {
        guard range.lowerBound >= 0, range.upperBound <= tree.count else {
            throw .range(range, of: "replace", count: tree.count)
        }
        try replace(range, with: items)
    }

    /// Makes the list equal to `items`: what is there already, by id, keeps its identity; equal stretches are not copied.
    ///
    /// Subscribers are told the net difference, with content updates and moves.
    ///
    /// - Throws: ``EditError`` when ids are there twice in `items`, with all of them; then nothing has changed.
    /// - Complexity: O(*n* + *m*); ids are hashed where there is disorder.
    @inlinable
    public mutating func replaceAll(with items: some Sequence<Item>) throws(EditError) {
        let elements = ContiguousArray(items)
        // What is there already is found by its id.
        if !isEmpty { learnIDs() }
        func makeEqual(_ draft: inout ListDraft) -> [Item.ID] {
            elements.withUnsafeBufferPointer { buffer in
                let hunks = draft.tree.hunks(to: buffer, index: draft.index)
                return draft.tree.splice(hunks, from: buffer, index: &draft.index, home: -1)
            }
        }
        var duplicates = makeEqual(&self)
        if !duplicates.isEmpty {
            // Ids that changed in place may have misled it: what is there is known for certain, and it tries once more.
            relearnIDs()
            duplicates = makeEqual(&self)
        }
        if !duplicates.isEmpty {
            sweepIDs()
            throw .duplicateItems(duplicates)
        }
        finishEdit()
    }

    /// Sorts the list; items that are equal in order keep theirs.
    ///
    /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
    /// - Complexity: O(*n* log *n*).
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Item, Item) throws -> Bool) rethrows {
        let sorted = try snapshot.sorted(by: areInIncreasingOrder)
        // The ids are those of this list, so none can be there twice.
        try? replaceAll(with: sorted)
    }

    @inlinable
    mutating func replace(_ range: Range<Int>, with items: some Sequence<Item>) throws(EditError) {
        let elements = ContiguousArray(items)
        if range.isEmpty, elements.isEmpty { return }
        // One has a shorter way than many.
        if range.isEmpty, elements.count == 1 { return try insert(elements[0], at: range.lowerBound) }
        func splice(_ draft: inout ListDraft) -> [Item.ID] {
            elements.withUnsafeBufferPointer { buffer in
                let hunks = [Hunk(old: range, new: 0..<buffer.count)]
                return draft.tree.splice(hunks, from: buffer, index: &draft.index, home: -1)
            }
        }
        var duplicates = splice(&self)
        if !duplicates.isEmpty, relearnIDs(ifMissing: duplicates) { duplicates = splice(&self) }
        if !duplicates.isEmpty {
            sweepIDs()
            throw .duplicateItems(duplicates)
        }
        finishEdit()
    }
}
