extension TreeOperator where Rows: ~Copyable {
    /// Follows an update of the list: removes deleted and displaced items by their old labels, then inserts by the new
    /// ones.
    ///
    /// - Complexity: O((*k* + *r*) log *n*) for *k* changes that show, hide or move *r* rows, and O(*d*) for each shown
    ///   row of depth *d* that is the last of its siblings.
    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        let (before, after, changes, parent) = (update.before, update.after, update.changes, parent)
        var asked: [(item: Item, parent: ID?)] = []
        for position in changes.freshPositions {
            let item = after.tree.element(at: position)
            asked.append((item, parent(item)))
        }
        var coming = ContiguousArray<Item>()
        for position in changes.deletions { try detach(before.tree.element(at: position).id) }
        var (arrivals, others): ([(item: Item, parent: ID?)], KeySet<ID>) = ([], KeySet())
        for (item, parent) in asked {
            guard let place = nodes.index(forKey: item.id) else {
                arrivals.append((item, parent))
                continue
            }
            if areSameKey(nodes.values[place].parent, parent) {
                try renew(item)
            } else {
                try detach(item.id)
                nodes.values[place].parent = parent
                others.insert(item.id)
                coming.append(item)
            }
        }
        let moved = try placesOfMoved(update, but: others)
        for position in changes.deletions {
            guard let node = nodes.removeValue(forKey: before.tree.element(at: position).id) else { continue }
            // Removing the item's rows has removed those of its children.
            coming.append(contentsOf: node.children)
        }
        order.follow(update)
        for (parent, places) in moved { try removeRows(places, of: parent, into: &coming) }
        for (item, parent) in arrivals {
            nodes[item.id] = Node(parent: parent)
            coming.append(item)
            try adoptOrphans(of: item.id, into: &coming)
        }
        for item in coming { try attach(item) }
        try settleCounts()
    }

    /// Removes an item from its family, and its rows from the output.
    @inlinable
    mutating func detach(_ id: ID) throws {
        let (parent, labels) = (try parent(of: id), labels)
        try editFamily(of: parent) { family in
            _ = family.remove(at: try family.place(of: id, by: labels))
        }
        try leave(id, parent)
    }

    /// Records that an item has left a family.
    @inlinable
    mutating func leave(_ id: ID, _ parent: ID?) throws {
        if let parent {
            touched.insert(parent)
        } else if let absent = try parentNamed(by: id), let place = waiting.index(forKey: absent) {
            waiting.values[place].remove(id)
            if waiting.values[place].isEmpty { waiting.remove(at: place) }
        }
        try output.removeSubtree(of: id)
    }

    /// Replaces an item by its updated version.
    @inlinable
    mutating func renew(_ item: Item) throws {
        let labels = labels
        try editFamily(of: parent(of: item.id)) { family in
            family.put(item, at: try family.place(of: item.id, by: labels))
        }
        guard let row = output.row(of: item.id) else { return }
        try output.put(TreeRow(item, depth: row.depth, childCount: row.childCount, isExpanded: row.isExpanded))
    }

    /// The locations of the items that move upstream, by family.
    @inlinable
    func placesOfMoved(
        _ update: Update<ListSnapshot<Item>>,
        but others: KeySet<ID>
    ) throws -> KeyTable<ID?, [Siblings<Item>.Location]> {
        var places = KeyTable<ID?, [Siblings<Item>.Location]>()
        for pair in update.changes.moves {
            let id = update.after.tree.element(at: pair.after).id
            if !others.isEmpty, others.contains(id) { continue }
            let parent = try parent(of: id)
            places[parent, default: []].append(try family(of: parent).place(of: id, by: labels))
        }
        return places
    }

    /// Removes the items at some locations from their family, unless each is in order by the new labels.
    @inlinable
    mutating func removeRows(
        _ places: [Siblings<Item>.Location],
        of parent: ID?,
        into coming: inout ContiguousArray<Item>
    ) throws {
        if let parent, nodes.index(forKey: parent) == nil { return }
        let (family, labels) = (try family(of: parent), labels)
        guard places.allSatisfy({ family.holds($0) }) else { throw LostTrack() }
        if places.allSatisfy({ family.isSorted(at: $0, by: labels) }) { return }
        for place in places.sorted(by: >) {
            let item = try editFamily(of: parent) { family in
                guard family.holds(place) else { throw LostTrack() }
                return family.remove(at: place)
            }
            try leave(item.id, parent)
            coming.append(item)
        }
    }

    /// Removes the items that wait for this parent from the roots.
    @inlinable
    mutating func adoptOrphans(of id: ID, into coming: inout ContiguousArray<Item>) throws {
        if waiting.isEmpty { return }
        guard let orphans = waiting.removeValue(forKey: id) else { return }
        for orphan in orphans {
            coming.append(roots.remove(at: try roots.place(of: orphan, by: labels)))
            try output.removeSubtree(of: orphan)
        }
    }

    /// Adds an item to its family, and its visible rows to the output.
    @inlinable
    mutating func attach(_ item: Item) throws {
        let (parent, labels) = (try parent(of: item.id), labels)
        let place = try editFamily(of: parent) { $0.insert(item, by: labels) }
        guard let parent else {
            if let absent = try parentNamed(by: item.id) { waiting[absent, default: KeySet()].insert(item.id) }
            let rows = try rows(of: item, depth: 0)
            try output.insert(rows, at: roots.item(after: place).map { .before($0.id) } ?? .end)
            return
        }
        touched.insert(parent)
        guard let above = output.row(of: parent), above.isExpanded else { return }
        try output.insert(rows(of: item, depth: above.depth + 1), at: self.place(at: place, under: parent))
    }

    /// Updates the child counts of the rows.
    @inlinable
    mutating func settleCounts() throws {
        for id in touched {
            guard let place = nodes.index(forKey: id), let row = output.row(of: id) else { continue }
            let count = nodes.values[place].children.count
            try output.put(TreeRow(row.item, depth: row.depth, childCount: count, isExpanded: row.isExpanded))
        }
        touched.removeAll(keepingCapacity: touched.count <= 64)
    }
}
