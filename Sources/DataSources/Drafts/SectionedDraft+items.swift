extension SectionedDraft {
    // MARK: Insert

    /// Inserts an item at `path`; the section's count as the offset appends.
    ///
    /// - Throws: ``EditError`` when the path is out of bounds, or the id already exists in any section.
    @inlinable
    public mutating func insertItem(_ item: Item, at path: ItemPath) throws(EditError) {
        try checkSection(path.section, of: "insert an item")
        try insertKnown(item, section: path.section, at: path.item)
    }

    /// Inserts an item directly before the one with the id `other`, in its section.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the id already exists.
    @inlinable
    public mutating func insertItem(_ item: Item, before other: Item.ID) throws(EditError) {
        try insertItem(item, at: knownPath(of: other))
    }

    /// Inserts an item directly after the one with the id `other`, in its section.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the id already exists.
    @inlinable
    public mutating func insertItem(_ item: Item, after other: Item.ID) throws(EditError) {
        try insertItem(item, at: knownPath(of: other).advanced(byItems: 1))
    }

    /// Appends an item to the section with this id.
    ///
    /// - Throws: ``EditError`` when there is no such section, or the id already exists.
    @inlinable
    public mutating func appendItem(_ item: Item, toSection id: Header.ID) throws(EditError) {
        let section = try knownSection(id)
        try insertKnown(item, section: section, at: itemCount(ofSection: section))
    }

    /// Appends items in order to the section with this id: all or none.
    ///
    /// - Throws: ``EditError`` when there is no such section, or ids would be duplicated; it names all of them.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func appendItems(
        _ items: some Sequence<Item>,
        toSection id: Header.ID
    ) throws(EditError) {
        let section = try knownSection(id)
        let count = itemCount(ofSection: section)
        try replaceKnown(count..<count, inSection: section, with: items)
    }

    /// Replaces the item with the same id in any section, or appends the item to a section.
    ///
    /// - Throws: ``EditError`` when the item is new and there is no such section.
    @inlinable
    public mutating func upsertItem(_ item: Item, inSection id: Header.ID) throws(EditError) {
        if let path = path(of: item.id) {
            putItem(item, at: path)
        } else {
            try appendItem(item, toSection: id)
        }
    }

    @inlinable
    mutating func insertKnown(_ item: Item, section: Int, at position: Int) throws(EditError) {
        let tree = sections.element(at: section).tree
        guard position >= 0, position <= tree.count else {
            throw .position(position, of: "insert into section \(section)", outside: 0...tree.count)
        }
        let slot = tree.leafSlot(forInsertionAt: position)
        guard itemIndex.claim(item.id, in: slot) || claimAgain(item.id, in: slot) else {
            sweepIDs()
            throw duplicate(of: item, section: section, at: position)
        }
        Self.edit(&sections, &itemIndex, section: section) { tree, index, home in
            tree.insert(item, at: position, index: &index, home: home)
        }
        totalItems += 1
        finishEdit()
    }

    @inlinable
    func checkSection(_ section: Int, of verb: String) throws(EditError) {
        guard section >= 0, section < sections.count else {
            throw .position(section, of: "\(verb) in the section", outside: 0..<sections.count)
        }
    }

    @inlinable
    func checkPath(_ path: ItemPath, of verb: String) throws(EditError) {
        try checkSection(path.section, of: "\(verb) an item")
        let count = itemCount(ofSection: path.section)
        guard path.item >= 0, path.item < count else {
            throw .position(path.item, of: "\(verb) an item of section \(path.section)", outside: 0..<count)
        }
    }

    // MARK: Update

    /// Replaces the item with the same id.
    ///
    /// - Throws: ``EditError`` when there is no item with the id.
    @inlinable
    public mutating func updateItem(_ item: Item) throws(EditError) {
        putItem(item, at: try knownPath(of: item.id))
    }

    /// Updates the item with this id in place.
    ///
    /// Nothing changes if the new value equals the old one, or if `body` throws.
    ///
    /// - Throws: ``EditError`` when there is no such item or `body` changed its id; what `body` throws.
    @inlinable
    public mutating func updateItem(id: Item.ID, _ body: (inout Item) throws -> Void) throws {
        try updateItem(at: knownPath(of: id), body)
    }

    /// Updates the item at `path` in place.
    ///
    /// Nothing changes if the new value equals the old one, or if `body` throws.
    ///
    /// - Throws: ``EditError`` when there is no such item or `body` changed its id; what `body` throws.
    @inlinable
    public mutating func updateItem(at path: ItemPath, _ body: (inout Item) throws -> Void) throws {
        try checkPath(path, of: "update")
        var item = sections.element(at: path.section).tree.element(at: path.item)
        // Read before `body` runs: an object's id may change in place, in the old item too.
        let id = item.id
        try body(&item)
        guard areSameKey(item.id, id) else { throw EditError.identityChanged(from: id, to: item.id) }
        putItem(item, at: path)
    }

    @inlinable
    mutating func putItem(_ item: Item, at path: ItemPath) {
        if isUnchanged(sections.element(at: path.section).tree.element(at: path.item), item) { return }
        sections.modify(at: path.section) { $0.tree.replace(at: path.item, with: item) }
        finishEdit()
    }

    // MARK: Remove

    /// Removes the item with this id.
    ///
    /// - Returns: The item removed.
    /// - Throws: ``EditError`` when there is no such item.
    @inlinable @discardableResult
    public mutating func removeItem(id: Item.ID) throws(EditError) -> Item {
        removeKnown(at: try knownPath(of: id))
    }

    /// Removes the item at `path`.
    ///
    /// - Returns: The item removed.
    /// - Throws: ``EditError`` when there is no item at the path.
    @inlinable @discardableResult
    public mutating func removeItem(at path: ItemPath) throws(EditError) -> Item {
        try checkPath(path, of: "remove")
        return removeKnown(at: path)
    }

    /// Removes the items at the positions in `range` of one section.
    ///
    /// - Throws: ``EditError`` when there is no such section, or the range is out of its bounds.
    /// - Complexity: O(*k* + log *n*) for *k* items.
    @inlinable
    public mutating func removeItems(_ range: Range<Int>, inSection id: Header.ID) throws(EditError) {
        try replaceItems(range, inSection: id, with: EmptyCollection())
    }

    /// Removes every item, in all sections, that satisfies `shouldRemove`, called once for each, in order.
    ///
    /// Sections without items stay.
    ///
    /// - Returns: The number removed.
    /// - Throws: What `shouldRemove` throws; then nothing was removed.
    /// - Complexity: O(*n*), copying only the leaves that lose items.
    @inlinable @discardableResult
    public mutating func removeAllItems(where shouldRemove: (Item) throws -> Bool) rethrows -> Int {
        var plans: [(section: Int, hunks: [Hunk])] = []
        var removed = 0
        for section in 0..<sections.count {
            var hunks: [Hunk] = []
            var position = 0
            var items = ChunkTree<Item>.Iterator(sections.element(at: section).tree)
            while let item = items.next() {
                if try shouldRemove(item) {
                    removed += 1
                    hunks.appendDeletion(at: position)
                }
                position += 1
            }
            if !hunks.isEmpty { plans.append((section, hunks)) }
        }
        delete(plans, count: removed)
        return removed
    }

    @inlinable
    mutating func removeKnown(at path: ItemPath) -> Item {
        let item = Self.edit(&sections, &itemIndex, section: path.section) { tree, index, home in
            tree.remove(at: path.item, index: &index, home: home)
        }
        totalItems -= 1
        finishEdit()
        return item
    }

    // MARK: Move

    /// Moves the item with this id so that it ends up at `path`.
    ///
    /// `path` is the path after the move; moving an item to its own path changes nothing.
    ///
    /// - Throws: ``EditError`` when there is no such item, or the path is out of bounds.
    @inlinable
    public mutating func moveItem(id: Item.ID, to path: ItemPath) throws(EditError) {
        try moveItem(from: knownPath(of: id), to: path)
    }

    /// Moves the item with this id so that it ends up at an offset of the section with this id.
    ///
    /// - Throws: ``EditError`` when there is no such item or section, or the offset is out of bounds.
    @inlinable
    public mutating func moveItem(
        id: Item.ID,
        toSection section: Header.ID,
        at position: Int
    ) throws(EditError) {
        let from = try knownPath(of: id)
        try moveItem(from: from, to: ItemPath(section: knownSection(section), item: position))
    }

    /// Moves the item with this id directly before the one with the id `other`, into its section.
    ///
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable
    public mutating func moveItem(id: Item.ID, before other: Item.ID) throws(EditError) {
        let from = try knownPath(of: id)
        var to = try knownPath(of: other)
        if from == to { return }
        if from.section == to.section, from.item < to.item { to.item -= 1 }
        try moveItem(from: from, to: to)
    }

    /// Moves the item with this id directly after the one with the id `other`, into its section.
    ///
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable
    public mutating func moveItem(id: Item.ID, after other: Item.ID) throws(EditError) {
        let from = try knownPath(of: id)
        var to = try knownPath(of: other)
        if from == to { return }
        if from.section != to.section || from.item > to.item { to.item += 1 }
        try moveItem(from: from, to: to)
    }

    /// Moves the item at the path `from` so that it ends up at the path `to`.
    ///
    /// - Throws: ``EditError`` when there is no item at `from`, or `to` is out of bounds.
    @inlinable
    public mutating func moveItem(from: ItemPath, to: ItemPath) throws(EditError) {
        try checkPath(from, of: "move")
        try checkSection(to.section, of: "move an item")
        let last = itemCount(ofSection: to.section) - (from.section == to.section ? 1 : 0)
        guard to.item >= 0, to.item <= last else {
            throw .position(to.item, of: "move an item into section \(to.section)", outside: 0...last)
        }
        if from == to { return }
        let item = Self.edit(&sections, &itemIndex, section: from.section) { tree, index, home in
            tree.take(at: from.item, index: &index, home: home)
        }
        Self.edit(&sections, &itemIndex, section: to.section) { tree, index, home in
            tree.put(item, at: to.item, index: &index, home: home)
        }
        finishEdit()
    }

    // MARK: Replace

    /// Replaces the items at the positions in `range` of one section: all or nothing.
    ///
    /// - Throws: ``EditError`` when there is no such section, the range is out of its bounds, or ids would be
    ///   duplicated; it names all of them.
    @inlinable
    public mutating func replaceItems(
        _ range: Range<Int>,
        inSection id: Header.ID,
        with items: some Sequence<Item>
    ) throws(EditError) {
        try replaceKnown(range, inSection: knownSection(id), with: items)
    }

    /// Makes one section's items equal to `items`, as the net difference: items with a known id are kept, moved or
    /// updated.
    ///
    /// - Throws: ``EditError`` when there is no such section, or ids would be duplicated; it names all of them.
    /// - Complexity: O(*n* + *m*) in the items of the section.
    @inlinable
    public mutating func replaceItems(
        inSection id: Header.ID,
        with items: some Sequence<Item>
    ) throws(EditError) {
        let section = try knownSection(id)
        let count = itemCount(ofSection: section)
        let elements = ContiguousArray(items)
        func makeEqual(_ draft: inout SectionedDraft) -> [Item.ID] {
            elements.withBorrowedElements { buffer in
                let hunks = draft.sections.element(at: section).tree.hunks(to: buffer)
                return draft.splice(hunks, from: buffer, section: section)
            }
        }
        var duplicates = makeEqual(&self)
        if !duplicates.isEmpty, relearnItemIDs(ifMissing: duplicates) { duplicates = makeEqual(&self) }
        if !duplicates.isEmpty {
            sweepIDs()
            throw self.duplicates(duplicates, in: elements, replacing: 0..<count, ofSection: section)
        }
        totalItems += itemCount(ofSection: section) - count
        finishEdit()
    }

    @inlinable
    mutating func replaceKnown(
        _ range: Range<Int>,
        inSection section: Int,
        with items: some Sequence<Item>
    ) throws(EditError) {
        let count = itemCount(ofSection: section)
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw .range(range, of: "replace the items of section \(section) at", count: count)
        }
        let elements = ContiguousArray(items)
        if range.isEmpty, elements.isEmpty { return }
        func splice(_ draft: inout SectionedDraft) -> [Item.ID] {
            elements.withBorrowedElements { buffer in
                draft.splice([Hunk(old: range, new: 0..<buffer.count)], from: buffer, section: section)
            }
        }
        var duplicates = splice(&self)
        if !duplicates.isEmpty, relearnItemIDs(ifMissing: duplicates) { duplicates = splice(&self) }
        if !duplicates.isEmpty {
            sweepIDs()
            throw self.duplicates(duplicates, in: elements, replacing: range, ofSection: section)
        }
        totalItems += elements.count - range.count
        finishEdit()
    }
}
