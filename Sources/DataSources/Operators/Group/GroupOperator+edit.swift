extension GroupOperator {
    /// Makes one change after the other.
    ///
    /// - Complexity: O(log *n*) for each change.
    @inlinable
    mutating func edit(_ update: Update<ListSnapshot<Item>>) {
        let (kind, labels, key) = (kind, labels, key)
        draft.certainly { draft throws(EditError) in
            var edit = GroupEdit<Header, Item>()
            edit.takeOut(update, from: &draft, labels)
            edit.ask(key, about: update, in: &draft)
            try edit.putIn(to: &draft, labels)
            guard case .withItems(let order, let header) = kind else { return }
            let touched = edit.touched.ids.filter { draft.removeSectionIfEmpty($0) == false }
            let sectionOrder = OrderOfSections(precedes: order.precedes, labels: labels)
            draft.settle(edit.shifted.ids, by: sectionOrder)
            for id in touched {
                let position = try draft.knownSection(id)
                let items = ListSnapshot(tree: draft.sections.element(at: position).tree, lineage: draft.lineage)
                draft.putHeader(header(id, items), at: position)
            }
            for group in edit.founded {
                let list = ListSnapshot(tree: ChunkTree(unindexed: group.items), lineage: .none)
                let section = Section(header(group.key, list), items: list)
                let position = draft.sections.partitioningPosition { other in
                    sectionOrder.isOrdered(section.id, list.tree, other.id, other.tree)
                }
                try draft.insertSection(section, at: position)
            }
        }
    }
}

/// What one update does to groups, on the way.
@usableFromInline
struct GroupEdit<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline typealias Key = Header.ID

    /// Sections that were there and whose items are others now.
    @usableFromInline var touched = UniqueIDs<Key>()
    /// Sections whose first item may be another one now, or may have moved.
    @usableFromInline var shifted = UniqueIDs<Key>()
    /// Items that have been taken out because they moved, and where they were.
    @usableFromInline var homeless: [Item.ID: Key] = [:]
    /// Items to be put into sections.
    @usableFromInline var arriving: [(item: Item, key: Key)] = []
    /// Sections that are to come, with their items in order: what has only moved goes back to a section that is there.
    @usableFromInline var founded: [(key: Key, items: ContiguousArray<Item>)] = []

    @inlinable
    init() {}

    @inlinable
    mutating func touch(_ key: Key) {
        touched.note(key)
        shifted.note(key)
    }

    /// Takes out what has gone, and what has moved if that is not where it belongs any more.
    @inlinable
    mutating func takeOut(
        _ update: Update<ListSnapshot<Item>>,
        from draft: inout SectionedDraft<Header, Item>,
        _ labels: OrderLabels<Item.ID>
    ) {
        let (before, after, changes) = (update.before, update.after, update.changes)
        for position in changes.deletions {
            // What is not there had been left out.
            guard let path = draft.path(of: before.tree.element(at: position).id) else { continue }
            touch(draft.sections.element(at: path.section).id)
            _ = draft.removeKnown(at: path)
        }
        // While all that has moved is in place beside its neighbours, all sections are in order.
        var isInOrder = true
        for pair in changes.moves {
            guard let path = draft.path(of: after.tree.element(at: pair.after).id) else { continue }
            shifted.note(draft.sections.element(at: path.section).id)
            isInOrder = isInOrder && draft.isSorted(at: path, by: labels)
        }
        if isInOrder { return }
        for pair in changes.moves {
            let item = after.tree.element(at: pair.after)
            guard let path = draft.path(of: item.id) else { continue }
            let key = draft.sections.element(at: path.section).id
            touch(key)
            homeless[item.id] = key
            _ = draft.removeKnown(at: path)
        }
    }

    /// Asks for the keys of what is new and what has changed, in the order of positions, and updates what stays.
    @inlinable
    mutating func ask(
        _ key: (Item) -> Key?,
        about update: Update<ListSnapshot<Item>>,
        in draft: inout SectionedDraft<Header, Item>
    ) {
        let (after, changes) = (update.after, update.changes)
        var places = Array(changes.insertions)
        places.append(contentsOf: changes.updates.lazy.map(\.after))
        places.sort()
        for position in places {
            let item = after.tree.element(at: position)
            let key = key(item)
            homeless[item.id] = nil
            if let path = draft.path(of: item.id) {
                let old = draft.sections.element(at: path.section).id
                touch(old)
                if old == key {
                    draft.putItem(item, at: path)
                    continue
                }
                _ = draft.removeKnown(at: path)
            }
            if let key { arriving.append((item, key)) }
        }
        if homeless.isEmpty { return }
        for pair in changes.moves {
            let item = after.tree.element(at: pair.after)
            if let key = homeless[item.id] { arriving.append((item, key)) }
        }
    }

    /// Puts what arrives into the sections that are there, and notes the others.
    @inlinable
    mutating func putIn(
        to draft: inout SectionedDraft<Header, Item>,
        _ labels: OrderLabels<Item.ID>
    ) throws(EditError) {
        var placesByKey: [Key: Int] = [:]
        for (item, key) in arriving {
            if let section = draft.sectionPosition(of: key) {
                touch(key)
                let position = draft.sortedPosition(of: item.id, inSection: section, by: labels)
                try draft.insertKnown(item, section: section, at: position)
            } else if let place = placesByKey[key] {
                founded[place].items.append(item)
            } else {
                placesByKey[key] = founded.count
                founded.append((key, [item]))
            }
        }
    }
}
