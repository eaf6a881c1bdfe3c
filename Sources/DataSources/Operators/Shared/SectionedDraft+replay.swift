extension SectionedDraft {
    /// Applies the changes of other sections to this draft, whose sections from `base` on correspond to them by path.
    ///
    /// A moved item keeps its counterpart; inserted and updated items get a new one from `makeItem`.
    ///
    /// - Parameters:
    ///   - update: An update that starts from as many sections, with as many items, as the draft has there.
    ///   - base: The position of the first section in the draft.
    ///   - makeHeader: Makes a header; must give equal ids for equal ids.
    ///   - makeItem: Makes an item; must give equal ids for equal ids.
    /// - Throws: ``EditError`` if two headers or two items have the same id, or a path is out of bounds; the draft is
    ///   then inconsistent.
    /// - Complexity: O(*k* log *n*), where *k* counts changes and the items of sections inserted and deleted.
    @inlinable
    mutating func replay<OtherHeader, OtherItem>(
        _ update: Update<SectionedSnapshot<OtherHeader, OtherItem>>,
        at base: Int,
        header makeHeader: (OtherHeader) -> Header,
        item makeItem: (OtherItem) -> Item
    ) throws(EditError) {
        let (after, changes) = (update.after, update.changes)
        // If ids misbehaved, the draft may have fewer sections and items than the update starts from.
        if !update.before.isEmpty { try checkSection(base + update.before.count - 1, of: "follow a change") }
        // Moved items, by their paths after the update.
        var moved: [ItemPath: Item] = [:]
        for pair in changes.moves {
            let path = ItemPath(section: base + pair.before.section, item: pair.before.item)
            try checkPath(path, of: "move")
            moved[pair.after] = sections.element(at: path.section).tree.element(at: path.item)
        }
        try removeLeavingItems(changes, at: base)
        var aside = try removeLeavingSections(changes.sections, at: base)[...]

        var inserted = Set<Int>()
        for position in changes.sections.insertions { inserted.insert(position) }
        for position in (Array(inserted) + aside).sorted() {
            if aside.first == position {
                moveSection(from: sections.count - aside.count, to: base + position)
                aside.removeFirst()
            } else {
                let record = after.tree.element(at: position)
                var items: ContiguousArray<Item> = []
                items.reserveCapacity(record.tree.count)
                for (offset, item) in record.tree.elements.enumerated() {
                    items.append(moved[ItemPath(section: position, item: offset)] ?? makeItem(item))
                }
                try insertSection(ItemSection(makeHeader(record.header), items: items), at: base + position)
            }
        }
        var arrivals = changes.insertions.runs.map { (first: $0.first, count: $0.count) }
        for run in changes.moves.runs where !inserted.contains(run.after.section) {
            arrivals.append((run.after, run.count))
        }
        arrivals.sort { $0.first < $1.first }
        for run in arrivals {
            let tree = after.tree.element(at: run.first.section).tree
            let items = (run.first.item..<run.first.item + run.count).map { offset in
                moved[ItemPath(section: run.first.section, item: offset)] ?? makeItem(tree.element(at: offset))
            }
            let start = run.first.item
            try replaceKnown(start..<start, inSection: base + run.first.section, with: items)
        }
        for pair in changes.sections.updates {
            putHeader(makeHeader(after.tree.element(at: pair.after).header), at: base + pair.after)
        }
        for pair in changes.updates {
            let item = after.tree.element(at: pair.after.section).tree.element(at: pair.after.item)
            let path = ItemPath(section: base + pair.after.section, item: pair.after.item)
            try checkPath(path, of: "update")
            putItem(makeItem(item), at: path)
        }
    }

    /// Removes the items that are deleted or moved.
    @inlinable
    mutating func removeLeavingItems(_ changes: SectionedChanges, at base: Int) throws(EditError) {
        var departures = changes.deletions.runs.map { (first: $0.first, count: $0.count) }
        for run in changes.moves.runs { departures.append((run.before, run.count)) }
        departures.sort { $0.first > $1.first }
        for run in departures {
            let range = run.first.item..<run.first.item + run.count
            try replaceKnown(range, inSection: base + run.first.section, with: EmptyCollection())
        }
    }

    /// Removes deleted sections, and puts moved ones at the end, in the order in which they arrive.
    ///
    /// Sections are addressed by position throughout: ids that misbehave could lead to other sections.
    ///
    /// - Returns: The destinations of the sections at the end, in their order.
    @inlinable
    mutating func removeLeavingSections(_ changes: Changes<Int>, at base: Int) throws(EditError) -> [Int] {
        var aside: [Int] = []
        var departures: [(before: Int, after: Int?)] = changes.deletions.map { ($0, nil) }
        for pair in changes.moves { departures.append((pair.before, pair.after)) }
        departures.sort { $0.before > $1.before }
        for departure in departures {
            guard let after = departure.after else {
                try removeSection(at: base + departure.before)
                continue
            }
            let rank = aside.partitioningIndex { $0 > after }
            moveSection(from: base + departure.before, to: sections.count - 1 - (aside.count - rank))
            aside.insert(after, at: rank)
        }
        return aside
    }
}
