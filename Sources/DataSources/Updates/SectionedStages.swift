/// Splits an update of sections into batches that a view with UIKit's rules accepts.
///
/// In one batch, such a view allows no change of a row in a section that is inserted, deleted, moved or reloaded, and
/// no reload of a row or section that moves or is displaced by a move. An update without these conflicts is its own
/// only stage. Otherwise:
///
/// 1. Sections are inserted, with the items that come from nowhere else, and moved; deleted sections are still present.
/// 2. Rows are deleted, inserted and moved; rows change in sections without row moves.
/// 3. Sections are deleted; the other rows change.
/// 4. Headers change.
struct SectionedStages<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    private typealias Snapshot = SectionedSnapshot<Header, Item>
    private typealias Record = SectionRecord<Header, Item>

    private let update: Update<SectionedSnapshot<Header, Item>>

    init(_ update: Update<SectionedSnapshot<Header, Item>>) {
        self.update = update
    }

    var stages: [Update<SectionedSnapshot<Header, Item>>] {
        let changes = update.changes
        let late = updatesAmongMoves
        if late.isEmpty, !reloadsAmongMovedSections, !mixesSectionsAndRows { return [update] }
        let arrangement = SectionArrangement(changes.sections, countAfter: update.after.count)

        let arranged = arrangedSections(arrangement)
        let structure = SectionedChanges(
            sections: Changes(
                insertions: PositionSet(changes.sections.insertions.map { arrangement.placeOfAfter[$0] }),
                moves: PositionPairs(
                    changes.sections.moves.map { .init(before: $0.before, after: arrangement.placeOfAfter[$0.after]) }
                )
            )
        )
        let filled = filledSections(arrangement, late: late)
        let rows = SectionedChanges(items: rowChanges(arrangement, late: late))
        let stripped = strippedSections(late: [])
        let removal = SectionedChanges(
            sections: Changes(
                deletions: PositionSet(changes.sections.deletions.compactMap { arrangement.placeOfBefore[$0] })
            ),
            items: Changes(
                updates: PositionPairs(
                    late.map { .init(before: place($0.after, in: arrangement), after: $0.after) }
                )
            )
        )
        let headers = SectionedChanges(
            sections: Changes(
                updates: PositionPairs(changes.sections.updates.map { .init(before: $0.after, after: $0.after) })
            )
        )
        var stages: [Update<SectionedSnapshot<Header, Item>>] = []
        var state = update.before
        for (changes, next) in [(structure, arranged), (rows, filled), (removal, stripped), (headers, update.after)]
        where !changes.isEmpty {
            stages.append(Update(before: state, after: next, changes: changes))
            state = next
        }
        if let last = stages.popLast() {
            stages.append(Update(before: last.before, after: update.after, changes: last.changes))
        }
        return stages
    }

    /// The rows that change in sections with row moves: out of, into, or within the section.
    private var updatesAmongMoves: [PositionPair<ItemPath>] {
        let items = update.changes.items
        if items.moves.isEmpty { return [] }
        let origins = Set(items.moves.runs.map(\.before.section))
        let targets = Set(items.moves.runs.map(\.after.section))
        return items.updates.filter { origins.contains($0.before.section) || targets.contains($0.after.section) }
    }

    /// Whether sections move while headers or rows change.
    private var reloadsAmongMovedSections: Bool {
        let changes = update.changes
        return !changes.sections.moves.isEmpty && !(changes.sections.updates.isEmpty && changes.items.updates.isEmpty)
    }

    /// Whether a row changes in a section whose header changes, or moves from or to a section that is inserted or
    /// deleted.
    private var mixesSectionsAndRows: Bool {
        let sections = update.changes.sections
        let items = update.changes.items
        if sections.isEmpty || items.isEmpty { return false }
        var before = Set(sections.deletions)
        var after = Set(sections.insertions)
        for pair in sections.moves { (_, _) = (before.insert(pair.before), after.insert(pair.after)) }
        for pair in sections.updates { (_, _) = (before.insert(pair.before), after.insert(pair.after)) }
        return items.deletions.runs.contains { before.contains($0.first.section) }
            || items.insertions.runs.contains { after.contains($0.first.section) }
            || (items.moves.runs + items.updates.runs).contains {
                before.contains($0.before.section) || after.contains($0.after.section)
            }
    }

    /// The old sections in the new order, including deleted ones, and the inserted sections with the items that come
    /// from nowhere else.
    private func arrangedSections(_ arrangement: SectionArrangement) -> SectionedSnapshot<Header, Item> {
        let inserted = InsertedSections(update)
        return snapshot(
            arrangement.entries.map { entry in
                switch entry {
                case .staying(_, let before?), .deleted(let before): return update.before.tree.element(at: before)
                case .staying(let after, nil):
                    let section = inserted[after]
                    return Record(header: section.header, tree: section.tree, slot: 0)
                }
            }
        )
    }

    /// The sections with their new rows, and deleted sections with their remaining rows; headers and moved rows keep
    /// their old content.
    private func filledSections(
        _ arrangement: SectionArrangement,
        late: [PositionPair<ItemPath>]
    ) -> SectionedSnapshot<Header, Item> {
        let sections = strippedSections(late: late)
        let movedAway = Dictionary(grouping: update.changes.moves.map(\.before), by: \.section)
        return snapshot(
            arrangement.entries.map { entry in
                switch entry {
                case .staying(let after, _): return sections.tree.element(at: after)
                case .deleted(let before):
                    var record = update.before.tree.element(at: before)
                    if let gone = movedAway[before].map({ Set($0.map(\.item)) }) {
                        let rest = record.tree.elements.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
                        record.tree = ChunkTree(unindexed: ContiguousArray(rest))
                    }
                    return record
                }
            }
        )
    }

    /// The sections after, with old headers, and the old content of the rows in `late`.
    private func strippedSections(late: [PositionPair<ItemPath>]) -> SectionedSnapshot<Header, Item> {
        var result = update.after
        result.stamp = nil
        for pair in update.changes.sections.updates {
            if let header = update.before[section: pair.before]?.header {
                result.tree.modify(at: pair.after) { $0.header = header }
            }
        }
        for pair in late {
            guard let old = update.before[pair.before] else { continue }
            result.tree.modify(at: pair.after.section) { $0.tree.replace(at: pair.after.item, with: old) }
        }
        return result
    }

    private func rowChanges(
        _ arrangement: SectionArrangement,
        late: [PositionPair<ItemPath>]
    ) -> Changes<ItemPath> {
        let items = update.changes.items
        let late = Set(late)
        func old(_ path: ItemPath) -> ItemPath {
            ItemPath(section: arrangement.placeOfBefore[path.section] ?? path.section, item: path.item)
        }
        func new(_ path: ItemPath) -> ItemPath { place(path, in: arrangement) }
        return Changes(
            deletions: PositionSet(items.deletions.map(old)),
            insertions: PositionSet(items.insertions.map(new)),
            moves: PositionPairs(items.moves.map { .init(before: old($0.before), after: new($0.after)) }),
            updates: PositionPairs(
                items.updates.filter { !late.contains($0) }
                    .map { .init(before: old($0.before), after: new($0.after)) }
            )
        )
    }

    private func place(_ path: ItemPath, in arrangement: SectionArrangement) -> ItemPath {
        ItemPath(section: arrangement.placeOfAfter[path.section], item: path.item)
    }

    private func snapshot(_ records: [SectionRecord<Header, Item>]) -> SectionedSnapshot<Header, Item> {
        SectionedSnapshot(
            tree: ChunkTree(unindexed: ContiguousArray(records)),
            lineage: .none,
            totalItems: records.reduce(0) { $0 + $1.tree.count }
        )
    }
}
