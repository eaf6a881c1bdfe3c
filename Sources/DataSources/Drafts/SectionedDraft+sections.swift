extension SectionedDraft {
    /// Inserts a section with its items at `position`; `count` appends.
    ///
    /// - Throws: ``EditError`` when the position is outside `0...count`, or the section's id or item ids would be
    ///   duplicated; it names all of them.
    /// - Complexity: O(*k* + log *s*) for *k* items.
    @inlinable
    public mutating func insertSection(_ section: ItemSection<Header, Item>, at position: Int) throws(EditError) {
        guard position >= 0, position <= sections.count else {
            throw .position(position, of: "insert a section", outside: 0...sections.count)
        }
        if let old = sectionPosition(of: section.id) {
            throw .duplicateSection(section.id, insertedAt: position, into: old)
        }
        let slot = names.make(for: section.id)
        let elements = section.tree.elements
        func makeTree(_ draft: inout SectionedDraft, _ tree: inout ChunkTree<Item>) -> [Item.ID] {
            elements.withBorrowedElements { buffer in
                let hunks = [Hunk(old: 0..<0, new: 0..<buffer.count)]
                var pending = tree.beginSplice(hunks, from: buffer, index: &draft.itemIndex, home: -2 - slot)
                if !pending.doubtful.isEmpty {
                    let duplicates = pending.duplicates(draft.itemIndex) { draft.path(of: $0, along: $1) != nil }
                    if !duplicates.isEmpty {
                        tree.undoSplice(pending, index: &draft.itemIndex)
                        return duplicates
                    }
                }
                tree.finishSplice(&pending, index: &draft.itemIndex, home: -2 - slot)
                return []
            }
        }
        var tree = ChunkTree<Item>(emptyAt: itemIndex.makeSlot(under: -2 - slot))
        var duplicates = makeTree(&self, &tree)
        if !duplicates.isEmpty, relearnItemIDs(ifMissing: duplicates) { duplicates = makeTree(&self, &tree) }
        if !duplicates.isEmpty {
            itemIndex.retire(tree.root.slot)
            names.retire(slot)
            sweepIDs()
            throw self.duplicates(duplicates, inserting: section, at: position)
        }
        sectionIndex.enter(section.id, in: sections.leafSlot(forInsertionAt: position))
        let record = Record(header: section.header, tree: tree, slot: slot)
        sections.insert(record, at: position, index: &sectionIndex, home: -1)
        totalItems += elements.count
        finishEdit()
    }

    /// Inserts a section directly before the one with the id `other`.
    ///
    /// - Throws: ``EditError`` like ``insertSection(_:at:)``, and when there is no such section.
    @inlinable
    public mutating func insertSection(
        _ section: ItemSection<Header, Item>,
        before other: Header.ID
    ) throws(EditError) {
        try insertSection(section, at: knownSection(other))
    }

    /// Inserts a section directly after the one with the id `other`.
    ///
    /// - Throws: ``EditError`` like ``insertSection(_:at:)``, and when there is no such section.
    @inlinable
    public mutating func insertSection(
        _ section: ItemSection<Header, Item>,
        after other: Header.ID
    ) throws(EditError) {
        try insertSection(section, at: knownSection(other) + 1)
    }

    /// Appends a section with its items.
    ///
    /// - Throws: ``EditError`` when the section's id or item ids would be duplicated; it names all of them.
    @inlinable
    public mutating func appendSection(_ section: ItemSection<Header, Item>) throws(EditError) {
        try insertSection(section, at: sections.count)
    }

    /// Updates the header of the section with this id in place.
    ///
    /// Nothing changes if the new value equals the old one, or if `body` throws.
    ///
    /// - Throws: ``EditError`` when there is no such section or `body` changed its id; what `body` throws.
    @inlinable
    public mutating func updateSection(id: Header.ID, _ body: (inout Header) throws -> Void) throws {
        let position = try knownSection(id)
        var header = sections.element(at: position).header
        try body(&header)
        guard areSameKey(header.id, id) else { throw EditError.identityChanged(from: id, to: header.id) }
        putHeader(header, at: position)
    }

    /// Replaces the header with the same id.
    ///
    /// - Throws: ``EditError`` when there is no section with the id.
    @inlinable
    public mutating func updateSection(_ header: Header) throws {
        try updateSection(id: header.id) { $0 = header }
    }

    /// Replaces a header by one with the same id, unless they are equal.
    @inlinable
    mutating func putHeader(_ header: Header, at position: Int) {
        if isUnchanged(sections.element(at: position).header, header) { return }
        sections.modify(at: position) { $0.header = header }
        finishEdit()
    }

    /// Moves the section with this id so that it ends up at `position`.
    ///
    /// - Throws: ``EditError`` when there is no such section, or the position is outside `0..<count`.
    @inlinable
    public mutating func moveSection(id: Header.ID, to position: Int) throws(EditError) {
        let from = try knownSection(id)
        guard position >= 0, position < sections.count else {
            throw .position(position, of: "move a section", outside: 0..<sections.count)
        }
        moveSection(from: from, to: position)
    }

    /// Moves a section from one valid position to another.
    @inlinable
    mutating func moveSection(from: Int, to: Int) {
        if from == to { return }
        let record = sections.take(at: from, index: &sectionIndex, home: -1)
        sections.put(record, at: to, index: &sectionIndex, home: -1)
        finishEdit()
    }

    /// Moves the section with this id directly before the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable
    public mutating func moveSection(id: Header.ID, before other: Header.ID) throws(EditError) {
        let from = try knownSection(id)
        let target = try knownSection(other)
        if from != target { try moveSection(id: id, to: target > from ? target - 1 : target) }
    }

    /// Moves the section with this id directly after the one with the id `other`.
    ///
    /// - Throws: ``EditError`` when either does not exist.
    @inlinable
    public mutating func moveSection(id: Header.ID, after other: Header.ID) throws(EditError) {
        let from = try knownSection(id)
        let target = try knownSection(other)
        if from != target { try moveSection(id: id, to: target > from ? target : target + 1) }
    }

    /// Removes the section with this id and its items.
    ///
    /// - Returns: The section removed.
    /// - Throws: ``EditError`` when there is no such section.
    /// - Complexity: O(*k* + log *s*) for *k* items.
    @inlinable @discardableResult
    public mutating func removeSection(id: Header.ID) throws(EditError) -> ItemSection<Header, Item> {
        try removeSection(at: knownSection(id))
    }

    /// Removes the section at `position` and its items.
    ///
    /// - Returns: The section removed.
    /// - Throws: ``EditError`` when there is no such position.
    /// - Complexity: O(*k* + log *s*) for *k* items.
    @inlinable @discardableResult
    public mutating func removeSection(at position: Int) throws(EditError) -> ItemSection<Header, Item> {
        guard position >= 0, position < sections.count else {
            throw .position(position, of: "remove a section", outside: 0..<sections.count)
        }
        let record = sections.remove(at: position, index: &sectionIndex, home: -1)
        discard(record)
        finishEdit()
        return ItemSection(record.header, items: ListSnapshot(tree: record.tree, lineage: lineage))
    }

    /// Removes every section that satisfies `shouldRemove`, called once for each, in order.
    ///
    /// - Returns: The number removed.
    /// - Throws: What `shouldRemove` throws; then nothing was removed.
    @inlinable @discardableResult
    public mutating func removeAllSections(
        where shouldRemove: (ItemSection<Header, Item>) throws -> Bool
    ) rethrows -> Int {
        let snapshot = snapshot
        var positions: [Int] = []
        for (position, section) in snapshot.enumerated() where try shouldRemove(section) { positions.append(position) }
        for position in positions.reversed() {
            discard(sections.remove(at: position, index: &sectionIndex, home: -1))
        }
        finishEdit()
        return positions.count
    }

    /// Removes all sections with all items.
    @inlinable
    public mutating func removeAll() {
        removeAllSections { _ in true }
    }

    /// Removes the items of a removed section from the index.
    @inlinable
    mutating func discard(_ record: Record) {
        record.tree.forEachLeaf { items, slot in
            items.withBorrowedElements { itemIndex.leave(contentsOf: $0, from: slot) }
        }
        record.tree.root.retireAll(index: &itemIndex)
        names.retire(record.slot)
        totalItems -= record.tree.count
    }
}
