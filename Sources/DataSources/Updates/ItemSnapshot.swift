/// A snapshot of identified items: a ``ListSnapshot`` or a ``SectionedSnapshot``.
///
/// ``Update/insertedItems``, ``Update/deletedItems`` and ``Update/updatedItems`` are for both.
public protocol ItemSnapshot: SnapshotProtocol {
    /// The type of the items.
    associatedtype Item: Identifiable & Equatable & Sendable
    /// The position of an item: an offset, or a path.
    associatedtype ItemPosition: Position

    /// The item at a position; `nil` when there is none.
    subscript(position: ItemPosition) -> Item? { get }

    /// The positions after of all items that only the state after has.
    static func insertedItems(of update: Update<Self>) -> PositionSet<ItemPosition>

    /// The positions before of all items that only the state before has.
    static func deletedItems(of update: Update<Self>) -> PositionSet<ItemPosition>

    /// The positions of the items whose content changed.
    static func updatedItems(of update: Update<Self>) -> PositionPairs<ItemPosition>
}

/// A snapshot of sections of identified items: a ``SectionedSnapshot``.
public protocol SectionSnapshot: ItemSnapshot where ItemPosition == ItemPath, Changes == SectionedChanges {
    /// The type of the headers.
    associatedtype Header: Identifiable & Equatable & Sendable where Header.ID: Sendable, Item.ID: Sendable

    /// The section at an offset; `nil` when there is none.
    subscript(section position: Int) -> ItemSection<Header, Item>? { get }
}

extension ListSnapshot: ItemSnapshot {
    /// The insertions.
    @inlinable
    public static func insertedItems(of update: Update<ListSnapshot>) -> PositionSet<Int> { update.changes.insertions }

    /// The deletions.
    @inlinable
    public static func deletedItems(of update: Update<ListSnapshot>) -> PositionSet<Int> { update.changes.deletions }

    /// The updates.
    @inlinable
    public static func updatedItems(of update: Update<ListSnapshot>) -> PositionPairs<Int> { update.changes.updates }
}

extension SectionedSnapshot: SectionSnapshot {
    /// The path of an item.
    ///
    /// It is not inferred, since there are subscripts for sections, too.
    public typealias ItemPosition = ItemPath

    /// The insertions, and the items of inserted sections that come from nowhere else.
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes.
    public static func insertedItems(of update: Update<SectionedSnapshot>) -> PositionSet<ItemPath> {
        let changes = update.changes
        return changes.insertions.including(changes.sections.insertions, of: update.after, without: changes.moves)
    }

    /// The deletions, and the items of deleted sections that do not move elsewhere.
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes.
    public static func deletedItems(of update: Update<SectionedSnapshot>) -> PositionSet<ItemPath> {
        let changes = update.changes
        let moves = changes.moves.inverted
        return changes.deletions.including(changes.sections.deletions, of: update.before, without: moves)
    }

    /// The updates.
    @inlinable
    public static func updatedItems(of update: Update<SectionedSnapshot>) -> PositionPairs<ItemPath> {
        update.changes.updates
    }
}

extension PositionSet<ItemPath> {
    /// These paths, and those of whole sections without the items that moves lead to.
    fileprivate func including<Header, Item>(
        _ sections: PositionSet<Int>,
        of snapshot: SectionedSnapshot<Header, Item>,
        without moves: PositionPairs<ItemPath>
    ) -> PositionSet {
        if sections.isEmpty { return self }
        var result = PositionSet()
        var listed = runs[...]
        var moves = moves.runs[...]
        for section in sections {
            while let run = listed.first, run.first.section < section {
                result.append(run.first, count: run.count)
                listed.removeFirst()
            }
            var next = 0
            func append(upTo end: Int) {
                if end > next { result.append(ItemPath(section: section, item: next), count: end - next) }
            }
            while let run = moves.first, run.after.section <= section {
                moves.removeFirst()
                if run.after.section < section { continue }
                append(upTo: run.after.item)
                next = run.after.item + run.count
            }
            if snapshot.tree.isIndex(section) { append(upTo: snapshot.tree.element(at: section).tree.count) }
        }
        for run in listed { result.append(run.first, count: run.count) }
        return result
    }
}
