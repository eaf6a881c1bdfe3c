extension SectionedDraft {
    /// Replaces, for each of `items` in order, the item with the same id in any section, or appends it to a section:
    /// all or none.
    ///
    /// Of items with the same id the last one wins.
    ///
    /// - Throws: ``EditError`` when an item is new and there is no such section.
    /// - Complexity: O(*k* log *n*) for *k* items.
    @inlinable
    public mutating func upsertItems(_ items: some Sequence<Item>, inSection id: Header.ID) throws(EditError) {
        var (known, new): ([Item], [Item]) = ([], [])
        var places = KeyTable<Item.ID, Int>()
        for item in items {
            if contains(id: item.id) {
                known.append(item)
            } else if let place = places[item.id] {
                new[place] = item
            } else {
                places[item.id] = new.count
                new.append(item)
            }
        }
        // Only this can fail, so it comes first.
        if !new.isEmpty { try appendItems(new, toSection: id) }
        for item in known { if let path = path(of: item.id) { putItem(item, at: path) } }
    }

    /// Removes the items with these ids, in any sections: all or none.
    ///
    /// An id that occurs several times in `ids` counts once. Sections without items stay.
    ///
    /// - Returns: The items removed, in the order of the sections.
    /// - Throws: ``EditError`` when there is no item with one of the ids; it names all of them.
    /// - Complexity: O(*k* log *n*) for *k* ids.
    @inlinable @discardableResult
    public mutating func removeItems(ids: some Sequence<Item.ID>) throws(EditError) -> [Item] {
        let paths = try knownPaths(of: ids).sortedOnce()
        let removed = paths.map { sections.element(at: $0.section).tree.element(at: $0.item) }
        delete(paths.deletions, count: removed.count)
        return removed
    }

    /// The paths of the items with these ids, in the order of the ids.
    ///
    /// - Throws: ``EditError`` with all ids of which there is no item.
    @inlinable
    func knownPaths(of ids: some Sequence<Item.ID>) throws(EditError) -> [ItemPath] {
        var paths: [ItemPath] = []
        var unknown: [Item.ID] = []
        for id in ids {
            if let path = path(of: id) { paths.append(path) } else { unknown.append(id) }
        }
        if !unknown.isEmpty { throw .unknownItems(unknown) }
        return paths
    }

    /// Removes the items at the positions of `plans`, `count` in all.
    @inlinable
    mutating func delete(_ plans: [(section: Int, hunks: [Hunk])], count: Int) {
        for plan in plans {
            _ = splice(plan.hunks, from: .none, section: plan.section)
        }
        totalItems -= count
        finishEdit()
    }

    /// Updates all items of all sections in place, in order.
    ///
    /// Nothing changes if `body` throws. An item whose new value equals the old one does not change.
    ///
    /// - Returns: The number of items that changed.
    /// - Throws: ``EditError`` when `body` changed an id; what `body` throws.
    /// - Complexity: O(*n* + *c* log *n*) for *c* items that change.
    @inlinable @discardableResult
    public mutating func updateAllItems(_ body: (inout Item) throws -> Void) throws -> Int {
        var plans: [(section: Int, changes: [(position: Int, element: Item)])] = []
        for section in 0..<sections.count {
            let changes = try sections.element(at: section).tree.changes(by: body)
            if !changes.isEmpty { plans.append((section, changes)) }
        }
        for plan in plans {
            sections.modify(at: plan.section) { record in
                for (position, item) in plan.changes { record.tree.replace(at: position, with: item) }
            }
        }
        finishEdit()
        return plans.reduce(0) { $0 + $1.changes.count }
    }

    /// Removes the sections with these ids and their items: all or none.
    ///
    /// An id that occurs several times in `ids` counts once.
    ///
    /// - Returns: The sections removed, in order.
    /// - Throws: ``EditError`` when there is no section with one of the ids; it names all of them.
    /// - Complexity: O(*k* log *s*) for *k* ids, and O(1) for each of their items.
    @inlinable @discardableResult
    public mutating func removeSections(
        ids: some Sequence<Header.ID>
    ) throws(EditError) -> [ItemSection<Header, Item>] {
        var positions: [Int] = []
        var unknown: [Header.ID] = []
        for id in ids {
            if let position = sectionPosition(of: id) { positions.append(position) } else { unknown.append(id) }
        }
        if !unknown.isEmpty { throw .unknownSections(unknown) }
        var removed: [ItemSection<Header, Item>] = []
        for position in positions.sortedOnce().reversed() { removed.append(try removeSection(at: position)) }
        return removed.reversed()
    }

    /// Updates all headers in place, in order.
    ///
    /// Nothing changes if `body` throws. A header whose new value equals the old one does not change.
    ///
    /// - Returns: The number of headers that changed.
    /// - Throws: ``EditError`` when `body` changed an id; what `body` throws.
    /// - Complexity: O(*s* + *c* log *s*) for *c* headers that change.
    @inlinable @discardableResult
    public mutating func updateAllSections(_ body: (inout Header) throws -> Void) throws -> Int {
        var changes: [(position: Int, header: Header)] = []
        for (position, section) in snapshot.enumerated() {
            // Read before `body` runs: an object's id may change in place.
            let id = section.id
            var header = section.header
            try body(&header)
            guard areSameKey(header.id, id) else { throw EditError.identityChanged(from: id, to: header.id) }
            if !isUnchanged(section.header, header) { changes.append((position, header)) }
        }
        for change in changes { sections.modify(at: change.position) { $0.header = change.header } }
        finishEdit()
        return changes.count
    }
}
