extension ListDraft {
    /// Applies an update of a list to a part of this one, whose items correspond to that list's by position.
    ///
    /// - Parameters:
    ///   - update: An update of the list.
    ///   - base: The position of the part's first item.
    ///   - make: Makes the item for an inserted or updated one.
    /// - Throws: An error when ids misbehave; the draft is then inconsistent.
    /// - Complexity: O(*k* log *n*) for *k* changes.
    @inlinable
    mutating func replay<Other>(
        _ update: Update<ListSnapshot<Other>>, at base: Int, make: (Other) -> Item
    ) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        // If ids misbehaved, the draft may have fewer items.
        if base + before.count > count { throw LostTrack() }
        if changes.isUpheaval(of: after.count) {
            try put(ContiguousArray(after.lazy.map(make)), in: base..<base + before.count)
            return
        }
        var moved: [Int: Item] = [:]
        for pair in changes.moves { moved[pair.after] = tree.element(at: base + pair.before) }
        for range in changes.departures.reversed() {
            try removeSubrange(base + range.lowerBound..<base + range.upperBound)
        }
        for range in changes.arrivals {
            let items = range.map { moved[$0] ?? make(after.tree.element(at: $0)) }
            try insert(contentsOf: items, at: base + range.lowerBound)
        }
        for pair in changes.updates {
            put(make(after.tree.element(at: pair.after)), at: base + pair.after)
        }
    }
}

extension SectionedDraft {
    /// Applies an update of a list to a section, whose items correspond to that list's by position, as on
    /// ``ListDraft``.
    @inlinable
    mutating func replay<Other>(
        _ update: Update<ListSnapshot<Other>>, inSection section: Int, make: (Other) -> Item
    ) throws(EditError) {
        let (after, changes) = (update.after, update.changes)
        try checkSection(section, of: "follow a change")
        if changes.isUpheaval(of: after.count) {
            let items = after.lazy.map(make)
            try replaceKnown(0..<itemCount(ofSection: section), inSection: section, with: items)
            return
        }
        var moved: [Int: Item] = [:]
        for pair in changes.moves {
            let path = ItemPath(section: section, item: pair.before)
            try checkPath(path, of: "move")
            moved[pair.after] = sections.element(at: section).tree.element(at: pair.before)
        }
        for range in changes.departures.reversed() {
            try replaceKnown(range, inSection: section, with: EmptyCollection())
        }
        for range in changes.arrivals {
            let items = range.map { moved[$0] ?? make(after.tree.element(at: $0)) }
            try replaceKnown(range.lowerBound..<range.lowerBound, inSection: section, with: items)
        }
        for pair in changes.updates {
            let path = ItemPath(section: section, item: pair.after)
            try checkPath(path, of: "update")
            putItem(make(after.tree.element(at: pair.after)), at: path)
        }
    }
}

extension Changes where P == Int {
    /// The changes without updates.
    @inlinable
    var withoutUpdates: Changes { Changes(deletions: deletions, insertions: insertions, moves: moves) }
}
