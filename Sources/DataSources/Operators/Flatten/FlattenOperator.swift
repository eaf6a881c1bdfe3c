/// Concatenates the items of all sections into a list; see ``DerivableSource/flattened()``.
@usableFromInline
package struct FlattenOperator<Header, Item>: IncrementalOperator, RebuildingOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// Ids are unique in all sections, so positions suffice.
    @usableFromInline var draft = ListDraft<Item>(byPosition: ())
    /// The number of items in each section.
    @usableFromInline var sizes = WeightSequence()
    @usableFromInline package var policy = RebuildPolicy(from: 1000, share: 16)

    @inlinable
    package init() {}

    @inlinable package var snapshot: ListSnapshot<Item> { draft.snapshot }

    @inlinable
    package func edits(for update: Update<SectionedSnapshot<Header, Item>>) -> Int {
        let (before, after, changes) = (update.before, update.after, update.changes)
        let (leaving, coming) = (changes.sections.departures.joined(), changes.sections.arrivals.joined())
        return changes.items.count + leaving.reduce(0) { $0 + before.itemCount(ofSection: $1) }
            + coming.reduce(0) { $0 + after.itemCount(ofSection: $1) }
    }

    @inlinable
    package mutating func startOver() { draft = ListDraft(byPosition: ()) }

    /// Rebuilds everything; equal items do not count as changes.
    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<Header, Item>) {
        if draft.isEmpty { draft.load(itemsOf: sections) } else { draft.show(ContiguousArray(sections.items)) }
        sizes = WeightSequence((0..<sections.count).map { UInt32(sections.itemCount(ofSection: $0)) })
    }
}

extension FlattenOperator {
    /// Applies the changes one by one.
    ///
    /// - Throws: An error if ids misbehave.
    /// - Complexity: O(log *n*) for each change; a section that is inserted, deleted or moved counts as its items.
    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        if sizes.count != before.count || sizes.total != draft.count { throw LostTrack() }
        try remove(changes)
        let arrivals = changes.sections.arrivals
        for range in arrivals {
            if range.lowerBound > sizes.count { throw LostTrack() }
            let counts = range.map { UInt32(after.itemCount(ofSection: $0)) }
            sizes.insert(contentsOf: counts, at: range.lowerBound)
        }
        if sizes.count != after.count { throw LostTrack() }
        let coming = Set(arrivals.joined())
        var runs = coming.map {
            PositionSet<ItemPath>.Run(first: ItemPath(section: $0, item: 0), count: after.itemCount(ofSection: $0))
        }
        var others = changes.insertions.runs.filter { !coming.contains($0.first.section) }
        for run in changes.moves.runs where !coming.contains(run.after.section) {
            others.append(PositionSet<ItemPath>.Run(first: run.after, count: run.count))
        }
        for run in others { sizes[run.first.section] += UInt32(run.count) }
        if sizes.total != after.itemCount { throw LostTrack() }
        runs.append(contentsOf: others)
        runs.sort { $0.first < $1.first }
        // All sizes are final, and so is each position once the items before it are in place.
        for run in runs where run.count > 0 {
            let tree = after.tree.element(at: run.first.section).tree
            let items = (run.first.item..<run.first.item + run.count).map { tree.element(at: $0) }
            try draft.insert(contentsOf: items, at: position(of: run.first))
        }
        if draft.count != after.itemCount { throw LostTrack() }
        for pair in changes.updates {
            let position = position(of: pair.after)
            if position >= draft.count { throw LostTrack() }
            draft.put(after.item(at: pair.after), at: position)
        }
    }

    /// Removes the items that are deleted or moved, and all items of sections that are.
    @inlinable
    mutating func remove(_ changes: SectionedChanges) throws {
        let departures = changes.sections.departures
        let leaving = Set(departures.joined())
        var ranges: [Range<Int>] = []
        for range in departures {
            if range.upperBound > sizes.count { throw LostTrack() }
            ranges.append(sizes.sum(upTo: range.lowerBound)..<sizes.sum(upTo: range.upperBound))
        }
        var runs = changes.deletions.runs.filter { !leaving.contains($0.first.section) }
        for run in changes.moves.runs where !leaving.contains(run.before.section) {
            runs.append(PositionSet<ItemPath>.Run(first: run.before, count: run.count))
        }
        for run in runs {
            let first = position(of: run.first)
            ranges.append(first..<first + run.count)
        }
        ranges.sort { $0.lowerBound > $1.lowerBound }
        for range in ranges { try draft.removeSubrange(range) }
        for run in runs {
            let size = sizes[run.first.section]
            if size < run.count { throw LostTrack() }
            sizes[run.first.section] = size - UInt32(run.count)
        }
        for range in departures.reversed() { sizes.removeSubrange(range) }
    }

    /// The position of an item in the list.
    @inlinable
    func position(of path: ItemPath) -> Int { sizes.sum(upTo: path.section) + path.item }
}

extension SectionedSnapshot {
    @inlinable
    func itemCount(ofSection section: Int) -> Int { tree.element(at: section).tree.count }

    @inlinable
    func item(at path: ItemPath) -> Item { tree.element(at: path.section).tree.element(at: path.item) }
}

extension ListDraft {
    /// Fills an empty draft with the items of all sections.
    ///
    /// It shares the sections' leaves until one of them is edited; short ones are joined.
    ///
    /// - Complexity: O(*n* / 32 + *s*), and a copy of the items in short leaves.
    @inlinable
    mutating func load<Header>(itemsOf sections: SectionedSnapshot<Header, Item>) {
        precondition(isEmpty, "only an empty draft can be filled")
        if sections.itemCount == 0 { return }
        tree.root.retireAll(index: &index)
        var leaves: ContiguousArray<ContiguousArray<Item>> = []
        var short: ContiguousArray<Item> = []
        sections.tree.forEachLeaf { records, _ in
            for record in records {
                record.tree.forEachLeaf { items, _ in
                    if short.isEmpty, items.count >= ChunkLimits.leaf / 2 {
                        leaves.append(items)
                        return
                    }
                    short.append(contentsOf: items)
                    if short.count < ChunkLimits.leafFill { return }
                    let half = short.count > ChunkLimits.leaf ? short.count / 2 : short.count
                    leaves.append(ContiguousArray(short[..<half]))
                    if half < short.count { leaves.append(ContiguousArray(short[half...])) }
                    short.removeAll(keepingCapacity: true)
                }
            }
        }
        if !short.isEmpty { leaves.append(ContiguousArray(short)) }
        let nodes = ContiguousArray(leaves.map { ChunkNode(elements: $0, slot: index.makeSlot(under: -1)) })
        tree = ChunkTree(leaves: nodes, index: &index, home: -1)
        // A draft that was rebuilt once knows ids.
        tree.forEachLeaf { items, slot in items.withBorrowedElements { index.enter(contentsOf: $0, in: slot) } }
        checkInvariants()
    }
}
