/// The results made from the items of sections, one or none per item, before they are put into a draft.
@usableFromInline
struct SectionedContent<Header, Result>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    @usableFromInline var headers: [Header] = []
    @usableFromInline var groups: [(key: Header.ID, items: ContiguousArray<Result>)] = []
    /// The number of upstream items of each section.
    @usableFromInline var sizes: [UInt32] = []
    /// The number of results per item, zero or one.
    @usableFromInline var weights: [UInt32] = []

    /// Makes the result of each item, in the order of paths.
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
    /// Makes everything equal to `content`; equal items do not count as changes.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func put(_ content: SectionedContent<Header, Item>) {
        if isEmpty {
            var next = content.headers.makeIterator()
            // `load` asks for the headers in the order of the groups.
            load(content.groups) { _, _ in next.next()! }
        } else {
            show(zip(content.headers, content.groups).map { ItemSection($0, items: $1.items) })
        }
    }

    /// The content after many changes; items that stay or move keep their current results.
    ///
    /// - Parameters:
    ///   - update: An update of the items that the results are made from, with the same ids.
    ///   - make: The result for an item, if any; called for items inserted and updated, in the order of paths.
    /// - Returns: The new content.
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

/// A cursor over the paths of inserted and updated items, in order.
@usableFromInline
struct FreshPaths {
    @usableFromInline var moves: PairCursor<ItemPath>
    @usableFromInline var updates: PairCursor<ItemPath>
    @usableFromInline let sections: Set<Int>
    @usableFromInline let insertions: [PositionSet<ItemPath>.Run]
    @usableFromInline var insertionsDone = 0
    /// The current section, and whether it is inserted.
    @usableFromInline var section: (position: Int, isNew: Bool) = (-1, false)

    @inlinable
    init(_ changes: SectionedChanges) {
        (moves, updates) = (PairCursor(changes.moves), PairCursor(changes.updates))
        sections = Set(changes.sections.insertions)
        insertions = changes.insertions.runs
    }

    /// Whether the item at `path` is inserted or updated; paths must ascend from call to call.
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
    /// The number of edits that apply the changes one by one.
    @inlinable var editCount: Int {
        let runs = items.deletions.runs.count + items.insertions.runs.count + items.moves.runs.count
        return runs + items.updates.count + sections.count
    }
}
