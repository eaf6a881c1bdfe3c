extension GroupOperator {
    /// Applies the changes one by one.
    ///
    /// - Throws: An error when keys misbehave.
    /// - Complexity: O(log *n*) for each change.
    @inlinable
    mutating func edit(_ update: Update<ListSnapshot<Item>>) throws {
        let changes = update.changes
        let keys = freshKeys(in: update)
        // The former labels of the items that are deleted or moved.
        let deleted = changes.deletions.map { former($0) }
        let moved = changes.moves.map { (was: former($0.before), after: $0.after) }
        let tags = keys.map { numbers.number(of: $0.key) }
        var next = 0
        let relabelling = labels.follow(
            changes,
            number: { position in
                while keys[next].position < position { next += 1 }
                return tags[next]
            })
        guard case .items(let relabelled) = relabelling else {
            for (entry, tag) in zip(keys, tags) { labels.setTag(tag, at: entry.position) }
            return build(update.after, askingFor: [])
        }
        var delta = GroupDelta<Header, Item>()
        for was in deleted { try removeItem(was.label, was.key, &delta) }
        var unplaced = try relabel(relabelled, moved, &delta)
        for entry in keys { try place(update.after.tree.element(at: entry.position), entry, &unplaced, &delta) }
        for (was, after) in moved where unplaced.contains(after) {
            if let key = was.key { delta.arriving.append((update.after.tree.element(at: after), after, key)) }
        }
        try insertArrivals(&delta)
        if case .withItems(let order, let header) = kind { try arrange(delta, order, header) }
    }

    /// The label and key of an item before an update.
    @usableFromInline typealias Former = (label: UInt64, key: Key?)

    @inlinable
    func former(_ position: Int) -> Former {
        let item = labels[position]
        return (item.label, numbers.key(of: item.tag))
    }

    /// The key of an item that is inserted or updated.
    @usableFromInline typealias FreshKey = (position: Int, key: Key?, isNew: Bool)

    /// Computes the keys of inserted and updated items, in the order of positions.
    @inlinable
    func freshKeys(in update: Update<ListSnapshot<Item>>) -> [FreshKey] {
        let (after, changes) = (update.after, update.changes)
        var keys: [FreshKey] = changes.insertions.map { ($0, nil, true) }
        if !changes.updates.isEmpty {
            keys.append(contentsOf: changes.updates.lazy.map { ($0.after, nil, false) })
            if !changes.insertions.isEmpty {
                let places = sortedPlaces(keys.count) { keys[$0].position < keys[$1].position }
                keys = places.map { keys[$0] }
            }
        }
        for place in keys.indices { keys[place].key = key(after.tree.element(at: keys[place].position)) }
        return keys
    }

    /// Removes an item from its section, if it is in one.
    @inlinable @inline(never)
    mutating func removeItem(
        _ label: UInt64, _ key: Key?, _ delta: inout GroupDelta<Header, Item>
    ) throws {
        guard let key, let place = groups.index(forKey: key) else { return }
        try removeItem(at: groups.values[place].knownRank(of: label), of: key, in: place, &delta)
    }

    @inlinable @inline(never)
    mutating func removeItem(
        at rank: Int, of key: Key, in place: KeyTable<Key, LabelGroup>.Index, _ delta: inout GroupDelta<Header, Item>
    ) throws {
        guard let section = draft.sectionPosition(of: key), rank < draft.itemCount(ofSection: section) else {
            throw LostTrack()
        }
        delta.touch(key)
        _ = draft.removeKnown(at: ItemPath(section: section, item: rank))
        if groups.values[place].isSingle { groups.remove(at: place) } else { groups.values[place].remove(at: rank) }
    }

    /// Assigns the new labels to items that stay or move.
    ///
    /// If the moves change the order of a section, it removes the moved items.
    ///
    /// - Returns: The positions of the items it removed.
    @inlinable
    mutating func relabel(
        _ relabelled: [(position: Int, old: UInt64)],
        _ moved: [(was: Former, after: Int)],
        _ delta: inout GroupDelta<Header, Item>
    ) throws -> Set<Int> {
        var places: [(key: Key, group: KeyTable<Key, LabelGroup>.Index, rank: Int, after: Int)] = []
        for (was, after) in moved {
            guard let key = was.key, let group = groups.index(forKey: key) else { continue }
            delta.shifted.note(key)
            places.append((key, group, try groups.values[group].knownRank(of: was.label), after))
        }
        let movedCount = places.count
        for (position, old) in relabelled {
            guard let key = numbers.key(of: labels[position].tag), let group = groups.index(forKey: key) else {
                continue
            }
            places.append((key, group, try groups.values[group].knownRank(of: old), position))
        }
        // Look up all ranks before any label changes.
        for entry in places { groups.values[entry.group].put(labels[entry.after].label, at: entry.rank) }
        // If every moved item is in order beside its neighbours, all sections are in order.
        let isInOrder = places[..<movedCount].allSatisfy { groups.values[$0.group].isAscending(at: $0.rank) }
        if isInOrder { return [] }
        places.removeSubrange(movedCount...)
        for place in sortedPlaces(places.count, by: { places[$0].rank > places[$1].rank }) {
            let entry = places[place]
            // The index of a group changes when another group is removed.
            guard let group = groups.index(forKey: entry.key), entry.rank < groups.values[group].count else {
                throw LostTrack()
            }
            try removeItem(at: entry.rank, of: entry.key, in: group, &delta)
        }
        return Set(places.lazy.map(\.after))
    }

    /// Updates an item that stays in its section, and records one that changes its section.
    @inlinable
    mutating func place(
        _ item: Item,
        _ fresh: FreshKey,
        _ unplaced: inout Set<Int>,
        _ delta: inout GroupDelta<Header, Item>
    ) throws {
        if !fresh.isNew {
            let was = labels[fresh.position]
            labels.setTag(numbers.number(of: fresh.key), at: fresh.position)
            if unplaced.remove(fresh.position) == nil, let old = numbers.key(of: was.tag),
                let group = groups.index(forKey: old)
            {
                if areSameKey(old, fresh.key) {
                    guard let section = draft.sectionPosition(of: old) else { return }
                    delta.touch(old)
                    let rank = try groups.values[group].knownRank(of: was.label)
                    guard rank < draft.itemCount(ofSection: section) else { throw LostTrack() }
                    draft.putItem(item, at: ItemPath(section: section, item: rank))
                    return
                }
                try removeItem(was.label, old, &delta)
            }
        }
        if let key = fresh.key { delta.arriving.append((item, fresh.position, key)) }
    }

    /// Inserts arriving items into existing sections, and collects the items of new ones.
    @inlinable
    mutating func insertArrivals(_ delta: inout GroupDelta<Header, Item>) throws {
        var placesByKey: KeyTable<Key, Int> = KeyTable()
        for (item, position, key) in delta.arriving {
            let label = labels[position].label
            if let section = draft.sectionPosition(of: key) {
                delta.touch(key)
                let rank: Int
                if let place = groups.index(forKey: key) {
                    rank = groups.values[place].insert(label)
                } else {
                    groups[key] = LabelGroup(label)
                    rank = 0
                }
                try draft.insertKnown(item, section: section, at: rank)
            } else if let place = placesByKey[key] {
                delta.founded[place].items.append(item)
                delta.founded[place].labels.append(label)
            } else {
                placesByKey[key] = delta.founded.count
                delta.founded.append((key, [item], LabelGroup(label)))
            }
        }
    }

    /// Removes empty sections, inserts new ones, restores the order of the sections and updates their headers.
    @inlinable
    mutating func arrange(
        _ delta: GroupDelta<Header, Item>,
        _ order: GroupOrder<Key>,
        _ header: @Sendable (Key, ListSnapshot<Item>) -> Header
    ) throws {
        let touched = delta.touched.ids.filter { draft.removeSectionIfEmpty($0) == false }
        for group in delta.founded { groups[group.key] = group.labels }
        let sectionOrder = OrderOfSections(precedes: order.precedes, groups: groups)
        draft.settle(delta.shifted.ids, by: sectionOrder)
        for id in touched {
            let position = try draft.knownSection(id)
            let items = ListSnapshot(tree: draft.sections.element(at: position).tree, lineage: draft.lineage)
            draft.putHeader(header(id, items), at: position)
        }
        if !delta.founded.isEmpty { try insert(delta.founded, sectionOrder, header) }
    }

    /// Inserts new sections: not specialized, as it is work for a section and not for each item.
    @usableFromInline @inline(never)
    mutating func insert(
        _ founded: [GroupDelta<Header, Item>.Founded],
        _ order: OrderOfSections<Key>,
        _ header: @Sendable (Key, ListSnapshot<Item>) -> Header
    ) throws {
        for group in founded {
            let list = ListSnapshot(tree: ChunkTree(unindexed: group.items), lineage: .none)
            let section = ItemSection(header(group.key, list), items: list)
            let position = draft.sections.partitioningPosition { order.isOrdered(section.id, $0.id) }
            try draft.insertSection(section, at: position)
        }
    }
}

/// The working state of one update of a grouping.
@usableFromInline
struct GroupDelta<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline typealias Key = Header.ID

    /// Existing sections whose items have changed.
    @usableFromInline var touched = UniqueIDs<Key>()
    /// Sections whose first item may have changed or moved.
    @usableFromInline var shifted = UniqueIDs<Key>()
    /// Items to insert into sections, with their upstream positions.
    @usableFromInline var arriving: [(item: Item, position: Int, key: Key)] = []
    /// Sections to insert, with their items in order.
    ///
    /// Items that only moved return to an existing section instead.
    @usableFromInline var founded: [Founded] = []

    /// A section to insert.
    @usableFromInline typealias Founded = (key: Key, items: ContiguousArray<Item>, labels: LabelGroup)

    @inlinable
    init() {}

    @inlinable
    mutating func touch(_ key: Key) {
        touched.note(key)
        shifted.note(key)
    }
}
