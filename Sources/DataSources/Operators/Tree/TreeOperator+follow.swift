extension TreeOperator where Rows: ~Copyable {
    /// Follows an update of the list: takes out what goes and what gets another place, by the labels it had; then puts in
    /// what comes, by the labels it has.
    ///
    /// - Complexity: O((*k* + *r*) log *n*) for *k* changes that show, hide or move *r* rows, and for each row shown O(*d*)
    ///   where it is the last of its family, *d* deep.
    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>) {
        let (before, after, changes, parent) = (update.before, update.after, update.changes, parent)
        var asked: [(item: Item, parent: ID?)] = []
        for position in changes.freshPositions {
            let item = after.tree.element(at: position)
            asked.append((item, parent(item)))
        }
        var coming = ContiguousArray<Item>()
        for position in changes.deletions { detach(before.tree.element(at: position).id) }
        var (arrivals, others): ([(item: Item, parent: ID?)], KeySet<ID>) = ([], [])
        for (item, parent) in asked {
            guard let place = nodes.index(forKey: item.id) else {
                arrivals.append((item, parent))
                continue
            }
            if areSameKey(nodes.values[place].parent, parent) {
                renew(item)
            } else {
                detach(item.id)
                nodes.values[place].parent = parent
                others.insert(item.id)
                coming.append(item)
            }
        }
        let moved = placesOfMoved(update, but: others)
        for position in changes.deletions {
            guard let node = nodes.removeValue(forKey: before.tree.element(at: position).id) else { continue }
            // Its rows have taken theirs with them.
            coming.append(contentsOf: node.children)
        }
        order.follow(update)
        for (parent, places) in moved { takeOut(places, of: parent, into: &coming) }
        for (item, parent) in arrivals {
            nodes[item.id] = Node(parent: parent)
            coming.append(item)
            adoptOrphans(of: item.id, into: &coming)
        }
        for item in coming { attach(item) }
        settleCounts()
    }

    /// Takes an item out of its family, and its rows from the output.
    @inlinable
    mutating func detach(_ id: ID) {
        let (parent, labels) = (parent(of: id), labels)
        editFamily(of: parent) { family in _ = family.remove(at: family.place(of: id, by: labels)) }
        leave(id, parent)
    }

    /// Takes note that an item has been taken out of a family.
    @inlinable
    mutating func leave(_ id: ID, _ parent: ID?) {
        if let parent {
            touched.insert(parent)
        } else if let absent = parentNamed(by: id), let place = waiting.index(forKey: absent) {
            waiting.values[place].remove(id)
            if waiting.values[place].isEmpty { waiting.remove(at: place) }
        }
        output.removeSubtree(of: id)
    }

    /// Puts an item in the place of its old self.
    @inlinable
    mutating func renew(_ item: Item) {
        let labels = labels
        editFamily(of: parent(of: item.id)) { $0.put(item, at: $0.place(of: item.id, by: labels)) }
        guard let row = output.row(of: item.id) else { return }
        output.put(TreeRow(item, depth: row.depth, childCount: row.childCount, isExpanded: row.isExpanded))
    }

    /// Where the items that move upstream are, by their families.
    @inlinable
    func placesOfMoved(
        _ update: Update<ListSnapshot<Item>>,
        but others: KeySet<ID>
    ) -> [ID?: [Siblings<Item>.Place]] {
        var places: [ID?: [Siblings<Item>.Place]] = [:]
        for pair in update.changes.moves {
            let id = update.after.tree.element(at: pair.after).id
            if !others.isEmpty, others.contains(id) { continue }
            let parent = parent(of: id)
            places[parent, default: []].append(family(of: parent).place(of: id, by: labels))
        }
        return places
    }

    /// Takes the items at some places out of their family, unless each is in order there by the labels of now.
    @inlinable
    mutating func takeOut(
        _ places: [Siblings<Item>.Place],
        of parent: ID?,
        into coming: inout ContiguousArray<Item>
    ) {
        if let parent, nodes.index(forKey: parent) == nil { return }
        let (family, labels) = (family(of: parent), labels)
        if places.allSatisfy({ family.isSorted(at: $0, by: labels) }) { return }
        for place in places.sorted(by: >) {
            let item = editFamily(of: parent) { $0.remove(at: place) }
            leave(item.id, parent)
            coming.append(item)
        }
    }

    /// Takes the items that have waited for this parent away from the roots.
    @inlinable
    mutating func adoptOrphans(of id: ID, into coming: inout ContiguousArray<Item>) {
        if waiting.isEmpty { return }
        guard let orphans = waiting.removeValue(forKey: id) else { return }
        for orphan in orphans.lazy.map(\.value) {
            coming.append(roots.remove(at: roots.place(of: orphan, by: labels)))
            output.removeSubtree(of: orphan)
        }
    }

    /// Puts an item into the family it belongs to, and its rows into the output if they are to be seen.
    @inlinable
    mutating func attach(_ item: Item) {
        let (parent, labels) = (parent(of: item.id), labels)
        let place = editFamily(of: parent) { $0.insert(item, by: labels) }
        guard let parent else {
            if let absent = parentNamed(by: item.id) { waiting[absent, default: []].insert(item.id) }
            let rows = rows(of: item, depth: 0)
            output.insert(rows, at: roots.item(after: place).map { .before($0.id) } ?? .end)
            return
        }
        touched.insert(parent)
        guard let above = output.row(of: parent), above.isExpanded else { return }
        output.insert(rows(of: item, depth: above.depth + 1), at: self.place(at: place, under: parent))
    }

    /// Tells the rows of how many children they have now.
    @inlinable
    mutating func settleCounts() {
        for id in touched.lazy.map(\.value) {
            guard let place = nodes.index(forKey: id), let row = output.row(of: id) else { continue }
            let count = nodes.values[place].children.count
            output.put(TreeRow(row.item, depth: row.depth, childCount: count, isExpanded: row.isExpanded))
        }
        touched.removeAll(keepingCapacity: touched.count <= 64)
    }
}
