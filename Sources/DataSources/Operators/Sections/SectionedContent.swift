/// What is made of the items of sections, none or one of each: all of it, on its way into a draft.
@usableFromInline
struct SectionedContent<Header, Result>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    @usableFromInline var headers: [Header] = []
    @usableFromInline var groups: [(key: Header.ID, items: ContiguousArray<Result>)] = []
    /// How many items each section has that they are made of.
    @usableFromInline var sizes: [UInt32] = []
    /// How many were made of each, none or one.
    @usableFromInline var weights: [UInt32] = []

    /// Makes something of each item, in the order of paths.
    @inlinable
    init<Item>(of snapshot: SectionedSnapshot<Header, Item>, make: (_ path: ItemPath, _ item: Item) -> Result?) {
        headers.reserveCapacity(snapshot.count)
        groups.reserveCapacity(snapshot.count)
        sizes.reserveCapacity(snapshot.count)
        weights.reserveCapacity(snapshot.itemCount)
        var records = ChunkTree<SectionRecord<Header, Item>>.Iterator(snapshot.tree)
        while let record = records.next() {
            var results: ContiguousArray<Result> = []
            var path = ItemPath(section: headers.count, item: 0)
            var items = ChunkTree<Item>.Iterator(record.tree)
            while let item = items.next() {
                let result = make(path, item)
                path.item += 1
                weights.append(result == nil ? 0 : 1)
                if let result { results.append(result) }
            }
            sizes.append(UInt32(record.tree.count))
            headers.append(record.header)
            groups.append((record.id, results))
        }
    }
}

extension SectionedDraft {
    /// Makes everything equal to `content`; what is there already and equal stays what it is.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func put(_ content: SectionedContent<Header, Item>) {
        if isEmpty {
            var next = content.headers.makeIterator()
            // It asks for the headers of the groups one after the other.
            load(content.groups) { _, _ in next.next()! }
        } else {
            show(zip(content.headers, content.groups).map { Section($0, items: $1.items) })
        }
    }

    /// What belongs here after changes that are very many: for items that stay what is here, if anything is.
    ///
    /// - Parameters:
    ///   - update: An update of what the items here are made of, with the same ids.
    ///   - make: What is made of an item, if anything; called for items inserted and updated, in the order of paths.
    /// - Returns: What belongs here.
    /// - Complexity: O(*n* log *n*) expected.
    @inlinable
    func content<Other>(
        after update: Update<SectionedSnapshot<Header, Other>>,
        make: (_ item: Other) -> Item?
    ) -> SectionedContent<Header, Item> where Other.ID == Item.ID {
        var fresh = FreshPaths(update.changes)
        return SectionedContent(of: update.after) { path, item in
            if fresh.take(path) { return make(item) }
            return self.path(of: item.id).map { here in
                sections.element(at: here.section).tree.element(at: here.item)
            }
        }
    }
}

/// The paths of items that have come or changed, gone through from the first path of all to the last.
@usableFromInline
struct FreshPaths {
    @usableFromInline var moves: PairCursor<ItemPath>
    @usableFromInline var updates: PairCursor<ItemPath>
    @usableFromInline let sections: Set<Int>
    @usableFromInline let insertions: [PositionSet<ItemPath>.Run]
    @usableFromInline var insertionsDone = 0
    /// The section gone through, and whether it has come.
    @usableFromInline var section: (position: Int, isNew: Bool) = (-1, false)

    @inlinable
    init(_ changes: SectionedChanges) {
        (moves, updates) = (PairCursor(changes.moves), PairCursor(changes.updates))
        sections = Set(changes.sections.insertions)
        insertions = changes.insertions.runs
    }

    /// Whether the item at `path`, which follows the one asked about before, has come or changed.
    @inlinable
    mutating func take(_ path: ItemPath) -> Bool {
        if section.position != path.section { section = (path.section, sections.contains(path.section)) }
        let (isUpdated, isMoved) = (updates.take(at: path) != nil, moves.take(at: path) != nil)
        if isUpdated || isMoved || section.isNew { return isUpdated || !isMoved }
        while insertionsDone < insertions.count, insertions[insertionsDone].last < path { insertionsDone += 1 }
        return insertionsDone < insertions.count && insertions[insertionsDone].first <= path
    }
}

extension SectionedChanges {
    /// Whether there are so many changes to sections of `count` items that going through all of it is cheaper than making
    /// them one by one.
    @inlinable
    func isUpheaval(of count: Int, from fewest: Int) -> Bool {
        let runs = items.deletions.runs.count + items.insertions.runs.count + items.moves.runs.count
        return runs + items.updates.count + sections.count > fewest + count / 8
    }
}
