/// Concatenates the items of all sections into a list; see ``DerivableSource/flattened()``.
@usableFromInline
package struct FlattenOperator<Header, Item>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var draft = ListDraft<Item>()
    /// The number of items from which a full rebuild may be cheaper.
    @usableFromInline let bulk: Int

    /// Creates an operator; tests use a small bulk.
    @inlinable
    package init(bulk: Int = 1000) {
        self.bulk = bulk
    }

    @inlinable
    package mutating func apply(_ update: Update<SectionedSnapshot<Header, Item>>) -> ListSnapshot<Item> {
        let (before, after, changes) = (update.before, update.after, update.changes)
        let (leaving, coming) = (changes.sections.departures.joined(), changes.sections.arrivals.joined())
        let touched =
            changes.items.count + leaving.reduce(0) { $0 + before.itemCount(ofSection: $1) }
            + coming.reduce(0) { $0 + after.itemCount(ofSection: $1) }
        if before.itemCount == 0 || touched >= bulk && touched * 16 >= after.itemCount {
            draft.show(ContiguousArray(after.items))
            return draft.snapshot
        }
        do {
            for path in changes.deletions { try draft.removeIfThere(before.item(at: path).id) }
            for pair in changes.moves { try draft.removeIfThere(before.item(at: pair.before).id) }
            for section in leaving {
                for item in before.tree.element(at: section).tree.elements { try draft.removeIfThere(item.id) }
            }
            var runs = coming.map {
                PositionSet<ItemPath>.Run(first: ItemPath(section: $0, item: 0), count: after.itemCount(ofSection: $0))
            }
            let wholly = Set(coming)
            runs.append(contentsOf: changes.insertions.runs.filter { !wholly.contains($0.first.section) })
            for run in changes.moves.runs where !wholly.contains(run.after.section) {
                runs.append(PositionSet<ItemPath>.Run(first: run.after, count: run.count))
            }
            runs.sort { $0.first < $1.first }
            for run in runs where run.count > 0 {
                let tree = after.tree.element(at: run.first.section).tree
                let items = (run.first.item..<run.first.item + run.count).map { tree.element(at: $0) }
                try draft.insert(contentsOf: items, at: draft.position(after: run.first, of: after))
            }
            for pair in changes.updates {
                let item = after.item(at: pair.after)
                draft.put(item, at: try draft.knownPosition(of: item.id))
            }
            if draft.count != after.itemCount { throw LostTrack() }
        } catch {
            draft = ListDraft()
            draft.show(ContiguousArray(after.items))
        }
        return draft.snapshot
    }
}

extension SectionedSnapshot {
    @inlinable
    func itemCount(ofSection section: Int) -> Int { tree.element(at: section).tree.count }

    @inlinable
    func item(at path: ItemPath) -> Item { tree.element(at: path.section).tree.element(at: path.item) }
}

extension ListDraft {
    @inlinable
    mutating func removeIfThere(_ id: Item.ID) throws(EditError) {
        if let position = position(of: id) { try remove(at: position) }
    }

    /// The position for an item whose predecessors in the concatenated sections are all in the list.
    ///
    /// - Complexity: O(log *n*), and O(log *s*) for each empty section right before the path.
    @inlinable
    func position<Header>(after path: ItemPath, of sections: SectionedSnapshot<Header, Item>) throws(EditError) -> Int {
        if path.item > 0 {
            return try knownPosition(of: sections.item(at: ItemPath(section: path.section, item: path.item - 1)).id) + 1
        }
        var section = path.section - 1
        while section >= 0 {
            let tree = sections.tree.element(at: section).tree
            if tree.count > 0 { return try knownPosition(of: tree.element(at: tree.count - 1).id) + 1 }
            section -= 1
        }
        return 0
    }
}
