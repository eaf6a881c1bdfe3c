extension ListDraft {
    // MARK: Insert

    /// Inserts an item at `position`; `count` appends.
    ///
    /// - Throws: ``EditError`` when the position is outside `0...count`, or the id already exists.
    @inlinable
    public mutating func insert(_ item: Item, at position: Int) throws(EditError) {
        guard position >= 0, position <= tree.count else {
            throw .position(position, of: "insert", outside: 0...tree.count)
        }
        let slot = tree.leafSlot(forInsertionAt: position)
        guard index.claim(item.id, in: slot) || claimAgain(item.id, in: slot) else {
            sweepIDs()
            throw duplicate(of: item, at: position)
        }
        tree.insert(item, at: position, index: &index, home: -1)
        finishEdit()
    }

    /// Inserts an item directly before the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the id already exists.
    @inlinable
    public mutating func insert(_ item: Item, before other: Item.ID) throws(EditError) {
        try insert(item, at: knownPosition(of: other))
    }

    /// Inserts an item directly after the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the id already exists.
    @inlinable
    public mutating func insert(_ item: Item, after other: Item.ID) throws(EditError) {
        try insert(item, at: knownPosition(of: other) + 1)
    }

    /// Inserts items in order, the first of them at `position`: all or none.
    ///
    /// - Throws: ``EditError`` when the position is outside `0...count`, or ids would be duplicated; it names all.
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
    /// - Throws: ``EditError`` when the id already exists.
    @inlinable
    public mutating func append(_ item: Item) throws(EditError) {
        try insert(item, at: tree.count)
    }

    /// Appends items in order: all or none.
    ///
    /// - Throws: ``EditError`` when ids would be duplicated; it names all of them.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func append(contentsOf items: some Sequence<Item>) throws(EditError) {
        try replace(tree.count..<tree.count, with: items)
    }

    /// Replaces the item with the same id, or appends the item if there is none.
    ///
    /// - Returns: The position of the item.
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

    /// Replaces the item with the same id.
    ///
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable
    public mutating func update(_ item: Item) throws(EditError) {
        put(item, at: try knownPosition(of: item.id))
    }

    /// Updates the item with this id in place.
    ///
    /// Nothing changes if the new value equals the old one, or if `body` throws.
    ///
    /// - Throws: ``EditError`` when there is no such item or `body` changed its id; what `body` throws.
    @inlinable
    public mutating func update(id: Item.ID, _ body: (inout Item) throws -> Void) throws {
        try update(at: knownPosition(of: id), body)
    }

    /// Updates the item at `position` in place.
    ///
    /// Nothing changes if the new value equals the old one, or if `body` throws.
    ///
    /// - Throws: ``EditError`` when there is no such item or `body` changed its id; what `body` throws.
    @inlinable
    public mutating func update(at position: Int, _ body: (inout Item) throws -> Void) throws {
        guard position >= 0, position < tree.count else {
            throw EditError.position(position, of: "update", outside: 0..<tree.count)
        }
        let old = tree.element(at: position)
        // Read before `body` runs: an object's id may change in place, in the old item too.
        let id = old.id
        var item = old
        try body(&item)
        guard areSameKey(item.id, id) else { throw EditError.identityChanged(from: id, to: item.id) }
        if !isUnchanged(old, item) {
            tree.replace(at: position, with: item)
            finishEdit()
        }
    }

    /// Replaces an item by one with the same id, unless they are equal.
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
    /// - Throws: ``EditError`` when the range is not within `0..<count`.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func removeSubrange(_ range: Range<Int>) throws(EditError) {
        if range.lowerBound >= 0, range.upperBound <= tree.count, range.count == 1 {
            try remove(at: range.lowerBound)
        } else {
            try replaceSubrange(range, with: EmptyCollection())
        }
    }

    /// Removes every item that satisfies `shouldRemove`, called once for each, in order.
    ///
    /// - Returns: The number removed.
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
                hunks.appendDeletion(at: position)
            }
            position += 1
        }
        _ = tree.splice(hunks, from: .none, index: &index, home: -1)
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
    /// `position` is an offset in the list after the move; moving an item to its own position changes nothing.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the position is outside `0..<count`.
    @inlinable
    public mutating func move(id: Item.ID, to position: Int) throws(EditError) {
        try move(from: knownPosition(of: id), to: position)
    }

    /// Moves the item with this id directly before the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable
    public mutating func move(id: Item.ID, before other: Item.ID) throws(EditError) {
        let from = try knownPosition(of: id)
        let target = try knownPosition(of: other)
        if from == target { return }
        try move(from: from, to: target > from ? target - 1 : target)
    }

    /// Moves the item with this id directly after the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable
    public mutating func move(id: Item.ID, after other: Item.ID) throws(EditError) {
        let from = try knownPosition(of: id)
        let target = try knownPosition(of: other)
        if from == target { return }
        try move(from: from, to: target > from ? target : target + 1)
    }

    /// Moves the item at the position `from` so that it ends up at the position `to`.
    ///
    /// - Throws: ``EditError`` when either position is outside `0..<count`.
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

    /// Replaces the items at the positions in `range` by `items`: all or nothing.
    ///
    /// - Throws: ``EditError`` when the range is not within `0..<count`, or ids would be duplicated; it names all of
    ///   them.
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

    /// Makes the list equal to `items`, as the net difference: items with a known id are kept, moved or updated.
    ///
    /// Runs of equal items are not copied. Subscribers receive the net difference.
    ///
    /// - Throws: ``EditError`` when `items` contains duplicate ids; it names all of them, and nothing has changed.
    /// - Complexity: O(*n* + *m*); hashes ids only where the order differs. In disorder it hashes each new id once, and
    ///   builds the list and its index anew.
    @inlinable
    public mutating func replaceAll(with items: some Sequence<Item>) throws(EditError) {
        let elements = ContiguousArray(items)
        // Existing items are found by id.
        if !isEmpty { learnIDs() }
        func makeEqual(_ draft: inout ListDraft) -> [Item.ID] {
            elements.withBorrowedElements { buffer in
                let hunks = draft.tree.hunks(to: buffer)
                return draft.tree.splice(hunks, from: buffer, index: &draft.index, home: -1)
            }
        }
        var duplicates = makeEqual(&self)
        if !duplicates.isEmpty {
            // Ids that changed in place may have misled the index; rebuild it and try once more.
            relearnIDs()
            duplicates = makeEqual(&self)
        }
        if !duplicates.isEmpty {
            sweepIDs()
            throw .duplicateItems(duplicates, in: elements)
        }
        finishEdit()
    }

    /// Makes the list equal to items from outside, of which some may have one id.
    ///
    /// Otherwise it is as ``replaceAll(with:)``.
    ///
    /// - Throws: ``EditError`` if the policy is to refuse duplicate ids, and there are some; then nothing has changed.
    /// - Complexity: O(*n* + *m*); with another policy it also hashes each new id once.
    @inlinable
    public mutating func replaceAll(
        with items: some Sequence<Item>, duplicates policy: DuplicatePolicy
    ) throws(EditError) {
        try replaceAll(with: policy.applied(to: ContiguousArray(items)))
    }

    /// Sorts the list stably: items that tie keep their order.
    ///
    /// - Throws: What `areInIncreasingOrder` throws; then nothing has changed.
    /// - Complexity: O(*n* log *n*).
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Item, Item) throws -> Bool) rethrows {
        let sorted = try snapshot.sorted(by: areInIncreasingOrder)
        // The ids are those of this list, so they are unique.
        try? replaceAll(with: sorted)
    }

    @inlinable
    mutating func replace(_ range: Range<Int>, with items: some Sequence<Item>) throws(EditError) {
        let elements = ContiguousArray(items)
        if range.isEmpty, elements.isEmpty { return }
        // A single insertion has a faster path.
        if range.isEmpty, elements.count == 1 { return try insert(elements[0], at: range.lowerBound) }
        let refused = splice([Hunk(old: range, new: 0..<elements.count)], from: elements)
        if !refused.isEmpty { throw duplicates(refused, in: elements, replacing: range) }
    }

    /// Replaces ranges of the list by ranges of `elements`, or changes nothing if that would duplicate an id.
    ///
    /// - Returns: The ids that would be duplicated, each once; empty if the splice was made.
    @inlinable
    mutating func splice(_ hunks: [Hunk], from elements: ContiguousArray<Item>) -> [Item.ID] {
        func splice(_ draft: inout ListDraft) -> [Item.ID] {
            elements.withBorrowedElements { buffer in
                draft.tree.splice(hunks, from: buffer, index: &draft.index, home: -1)
            }
        }
        var duplicates = splice(&self)
        if !duplicates.isEmpty, relearnIDs(ifMissing: duplicates) { duplicates = splice(&self) }
        finishEdit()
        return duplicates
    }
}
