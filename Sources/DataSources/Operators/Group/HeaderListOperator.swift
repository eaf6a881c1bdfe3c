/// Keeps items in the sections of a list of headers; see ``DerivableSource/sectioned(into:elsewhere:by:)``.
///
/// ```
/// items         a     b     c     d          by the keys x, y, x, z
/// group         x: a c      y: b     z: d    sections by key, whether there is a header or not
/// headers       y     w     x
/// sections      y: b  w: –  x: a c           each shares the tree of its group
/// rest          d                            the items without a header, if they have a section of their own
/// ```
///
/// So a header that comes, goes or moves costs the same whatever the size of its section.
@usableFromInline
package struct HeaderListOperator<Header, Item>: IncrementalPairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias First = ListSnapshot<Item>
    @usableFromInline package typealias Second = ListSnapshot<Header>
    @usableFromInline package typealias Output = SectionedSnapshot<Header, Item>
    @usableFromInline typealias Record = SectionRecord<Header, Item>

    @usableFromInline package var states = (ListSnapshot<Item>(), ListSnapshot<Header>())
    @usableFromInline package var group: GroupOperator<GroupHeader<Header.ID>, Item>
    /// The header of the items that belong to no other; `nil` to leave them out.
    @usableFromInline let elsewhere: Header?
    /// The items that belong to no header, in upstream order; empty if they are left out.
    @usableFromInline var rest = FlatDraft<Item>(byPosition: ())
    /// A section for each header; and one for the rest, if there are such items and no header for them.
    @usableFromInline var sections = ListDraft<Record>()
    @usableFromInline var totalItems = 0
    @usableFromInline var lineage = SharedLineage()
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init(elsewhere: Header?, key: @escaping @Sendable (Item) -> Header.ID?) {
        self.elsewhere = elsewhere
        group = GroupOperator(.withItems(.firstAppearance) { key, _ in GroupHeader(key) }, key: key)
    }

    @inlinable package var itemCount: Int { states.0.count }

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> {
        SectionedSnapshot(tree: sections.tree, lineage: lineage.current, totalItems: totalItems)
    }

    /// Zero: the group decides for itself, and how many items are regrouped is known only while the operator follows.
    @inlinable
    package func edits(for first: Update<First>?, _ second: Update<Second>?) -> Int { 0 }

    @inlinable
    package mutating func startOver() {
        group.startOver()
        rest.startOver()
        sections = ListDraft()
    }

    @inlinable
    package mutating func build(_ items: ListSnapshot<Item>, _ headers: ListSnapshot<Header>) {
        states = (items, headers)
        group.build(items)
        if elsewhere != nil {
            remakeRest(KeySet(headers.lazy.map(\.id)))
        }
        var records = ContiguousArray(headers.map { record(under: $0) })
        if let elsewhere, !rest.draft.isEmpty, !records.contains(where: { isElsewhere($0.id) }) {
            records.append(record(under: elsewhere))
        }
        sections.show(records)
        totalItems = sections.snapshot.itemCountOfSections()
        adoptLineage()
    }

    @inlinable
    package mutating func follow(
        _ first: Update<ListSnapshot<Item>>?, _ second: Update<ListSnapshot<Header>>?
    ) throws {
        if let first { try followItems(first) }
        if let second { try followHeaders(second) }
        if elsewhere != nil { try placeRest() }
        adoptLineage()
    }

    @inlinable
    mutating func adoptLineage() {
        lineage.adopt(sections.lineage, group.draft.lineage, rest.draft.lineage)
    }
}

extension HeaderListOperator {
    @inlinable
    mutating func followItems(_ update: Update<ListSnapshot<Item>>) throws {
        states.0 = update.after
        let before = group.snapshot
        let after = group.apply(update)
        if elsewhere != nil {
            let fresh = update.changes.freshPositions.map { isInRest(group.key(at: $0)) }
            var next = 0
            try rest.follow(update) { item, results in
                if fresh[next] { results.append(item) }
                next += 1
            }
        }
        guard let changed = Update(from: before.records, to: after.records) else { return }
        for position in changed.changes.deletions { refresh(changed.before.tree.element(at: position).id) }
        for position in changed.changes.insertions { refresh(changed.after.tree.element(at: position).id) }
        for pair in changed.changes.updates { refresh(changed.after.tree.element(at: pair.after).id) }
    }

    @inlinable
    mutating func followHeaders(_ update: Update<ListSnapshot<Header>>) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        states.1 = after
        if sections.count > before.count { try discardSection(at: sections.count - 1) }
        if elsewhere != nil {
            // The last word is whether there is a header now, if ids misbehave.
            var keys: KeyTable<Header.ID, Bool> = KeyTable()
            for position in changes.deletions { keys[before.tree.element(at: position).id] = true }
            for position in changes.insertions { keys[after.tree.element(at: position).id] = false }
            try move(keys)
        }
        for position in changes.deletions { totalItems -= sections[position]?.tree.count ?? 0 }
        for pair in changes.updates { totalItems -= sections[pair.before]?.tree.count ?? 0 }
        let fresh = changes.freshPositions
        let records = Dictionary(
            fresh.map { ($0, record(under: after.tree.element(at: $0))) }, uniquingKeysWith: { first, _ in first })
        try sections.replay(changes) { records[$0]! }
        for position in changes.insertions { totalItems += sections[position]?.tree.count ?? 0 }
        for pair in changes.updates { totalItems += sections[pair.after]?.tree.count ?? 0 }
    }

    /// Moves the items with some keys into the rest, or out of it.
    @inlinable
    mutating func move(_ keys: KeyTable<Header.ID, Bool>) throws {
        let count = keys.reduce(0) { $0 + (group.groups[$1.key]?.count ?? 0) }
        if policy.rebuilds(count, of: itemCount) {
            return remakeRest(KeySet(states.1.lazy.map(\.id)))
        }
        for (key, isInRest) in keys where !isElsewhere(key) {
            for position in try group.positions(under: key) {
                let isThere = rest.weights[position] == 1
                if isThere == isInRest { continue }
                let place = rest.weights.sum(upTo: position)
                if isInRest {
                    try rest.insert(states.0.tree.element(at: position), at: place)
                } else {
                    try rest.remove(at: place)
                }
                rest.weights[position] = isInRest ? 1 : 0
            }
        }
    }

    /// Finds the items that belong to none of some headers.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remakeRest(_ headers: KeySet<Header.ID>) {
        var isInRest = (0..<states.0.count).map { position in
            guard let key = group.key(at: position), !isElsewhere(key) else { return true }
            return !headers.contains(key)
        }[...]
        rest.remake(from: states.0) { item, results in
            if isInRest.removeFirst() { results.append(item) }
        }
    }

    /// Shows the rest under its header; in a section after all others, if the headers do not have it.
    @inlinable
    mutating func placeRest() throws {
        guard let elsewhere else { return }
        if let position = sections.position(of: elsewhere.id) {
            if position >= states.1.count, rest.draft.isEmpty {
                try discardSection(at: position)
            } else {
                refresh(at: position)
            }
        } else if !rest.draft.isEmpty {
            let record = record(under: elsewhere)
            try sections.insert(record, at: sections.count)
            totalItems += record.tree.count
        }
    }

    @inlinable
    mutating func discardSection(at position: Int) throws {
        totalItems -= try sections.remove(at: position).tree.count
    }

    /// Shows the current items of a section, if there is one for the key.
    @inlinable
    mutating func refresh(_ key: Header.ID) {
        if let position = sections.position(of: key) { refresh(at: position) }
    }

    @inlinable
    mutating func refresh(at position: Int) {
        let old = sections.tree.element(at: position)
        let new = record(under: old.header)
        totalItems += new.tree.count - old.tree.count
        sections.put(new, at: position)
    }

    /// The section of a header with its current items, whose tree it shares.
    @inlinable
    func record(under header: Header) -> Record {
        if isElsewhere(header.id) { return Record(header: header, tree: rest.draft.tree, slot: -1) }
        guard let position = group.draft.sectionPosition(of: header.id) else {
            return Record(header: header, tree: ChunkTree(emptyAt: 0), slot: -1)
        }
        let shown = group.draft.sections.element(at: position)
        return Record(header: header, tree: shown.tree, slot: shown.slot)
    }

    /// Whether items with this key are in the rest.
    @inlinable
    func isInRest(_ key: Header.ID?) -> Bool {
        guard let key, !isElsewhere(key) else { return true }
        return sections.position(of: key) == nil
    }

    /// Whether a key is that of the header of the rest.
    @inlinable
    func isElsewhere(_ key: Header.ID) -> Bool { elsewhere.map { areSameKey($0.id, key) } ?? false }
}

extension GroupOperator {
    /// The key of the item at a position.
    @inlinable
    func key(at position: Int) -> Key? { numbers.key(of: labels[position].tag) }

    /// The positions of the items with a key, ascending.
    ///
    /// - Throws: An error if the group has an item that has gone: then keys misbehave.
    /// - Complexity: O(*g* log *n*) for *g* items.
    @inlinable
    func positions(under key: Key) throws -> [Int] {
        try groups[key]?.labels.map { try labels.knownPosition(of: $0) } ?? []
    }
}
