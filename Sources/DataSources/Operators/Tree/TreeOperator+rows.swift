extension TreeOperator where Rows: ~Copyable {
    /// The row of an item and all visible rows below it.
    ///
    /// - Complexity: O(*r*) for *r* rows, however deep.
    @inlinable
    func rows(of item: Item, depth: Int) throws -> ContiguousArray<TreeRow<Item>> {
        guard let place = nodes.index(forKey: item.id) else { throw LostTrack() }
        let children = nodes.values[place].children
        let isExpanded = expansion.contains(item.id)
        let row = TreeRow(item, depth: depth, childCount: children.count, isExpanded: isExpanded)
        if !isExpanded || children.isEmpty { return [row] }
        return try rows(of: children, depth: depth + 1, after: [row])
    }

    /// The rows of siblings and all visible rows below them.
    ///
    /// An array serves as the stack, because a tree may be as deep as it has items.
    @inlinable
    func rows(
        of siblings: Siblings<Item>,
        depth: Int,
        after first: ContiguousArray<TreeRow<Item>> = []
    ) throws -> ContiguousArray<TreeRow<Item>> {
        var rows = first
        var way = [siblings.makeIterator()]
        while !way.isEmpty {
            guard let item = way[way.count - 1].next() else {
                way.removeLast()
                continue
            }
            // More rows than items are a cycle of ids that have changed in place.
            guard let place = nodes.index(forKey: item.id), rows.count < nodes.count else { throw LostTrack() }
            let children = nodes.values[place].children
            let isExpanded = expansion.contains(item.id)
            let below = depth + way.count - 1
            rows.append(TreeRow(item, depth: below, childCount: children.count, isExpanded: isExpanded))
            if isExpanded, !children.isEmpty { way.append(children.makeIterator()) }
        }
        return rows
    }

    /// The place of a child's rows, given its location in the family of a row that is shown and expanded.
    ///
    /// That is before its next sibling, or before the next sibling of an ancestor, or after the last row below its
    /// previous sibling. The search goes up and down in lockstep until one of the two is found.
    ///
    /// - Complexity: O(*d* log *n*), where *d* is the length of the shorter path.
    @inlinable
    func place(at place: Siblings<Item>.Location, under parent: ID) throws -> TreePlace<ID> {
        let siblings = try family(of: parent)
        // Another family than before, if the id of the parent contradicts itself.
        guard siblings.holds(place) else { throw LostTrack() }
        if let next = siblings.item(after: place) { return .before(next.id) }
        guard var above = siblings.item(before: place)?.id else { return .after(parent) }
        var ancestor = parent
        var steps = 0
        while true {
            steps += 1
            if steps > nodes.count { throw LostTrack() }
            guard expansion.contains(above), let last = try family(of: above).last else { return .after(above) }
            above = last.id
            let next = try self.parent(of: ancestor)
            let family = try family(of: next)
            if let sibling = family.item(after: try family.place(of: ancestor, by: labels)) {
                return .before(sibling.id)
            }
            guard let next else { return .end }
            ancestor = next
        }
    }

    /// Expands and collapses rows according to a new expansion.
    ///
    /// - Complexity: O(*e* + (*k* + *r*) log *n*) for *k* changes among *e* ids, which show or hide *r* rows; O(*n*) if
    ///   only one of the two expansions is of the form all except some.
    @inlinable
    mutating func follow(_ next: Expansion<ID>) throws {
        let changed = next.difference(from: expansion)
        expansion = next
        guard let changed, !policy.rebuilds(changed.count, of: nodes.count) else {
            output.replaceAll(with: try rows(of: roots, depth: 0))
            return
        }
        for id in changed {
            // The row may be hidden, or already built with the new expansion.
            let isExpanded = next.contains(id)
            guard let row = output.row(of: id), row.isExpanded != isExpanded else { continue }
            try output.put(TreeRow(row.item, depth: row.depth, childCount: row.childCount, isExpanded: isExpanded))
            if !row.hasChildren { continue }
            if isExpanded {
                try output.insert(rows(of: family(of: id), depth: row.depth + 1), at: .after(id))
            } else {
                try output.removeRows(below: id)
            }
        }
    }
}
