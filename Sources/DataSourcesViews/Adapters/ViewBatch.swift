public import DataSources

/// A stage of an update, in the arrays that views with index paths take.
///
/// The adapters of UIKit and AppKit pass each array on to one method of the view, and nothing else.
public struct ViewBatch<Snapshot: IndexedSnapshot>: Sendable {
    /// The stage.
    public let update: Update<Snapshot>
    /// The sections to delete, by position before.
    public let deletedSections: [Int]
    /// The sections to insert, by position after.
    public let insertedSections: [Int]
    /// The sections to move.
    public let movedSections: [PositionPair<Int>]
    /// The items to delete, by path before.
    public let deletedItems: [ItemPath]
    /// The items to insert, by path after.
    public let insertedItems: [ItemPath]
    /// The items to move.
    public let movedItems: [PositionPair<ItemPath>]
    /// The headers to refresh when the rest is done, by position after.
    public let updatedHeaders: [Int]
    /// The items to refresh in place when the rest is done.
    public let updatedItems: [PositionPair<ItemPath>]

    /// Creates the batch of a stage.
    ///
    /// - Complexity: O(*k*) in the number of changes.
    public init(_ stage: Update<Snapshot>) {
        let changes = Snapshot.indexedChanges(of: stage)
        update = stage
        deletedSections = Array(changes.sections.deletions)
        insertedSections = Array(changes.sections.insertions)
        movedSections = Array(changes.sections.moves)
        deletedItems = Array(changes.deletions)
        insertedItems = Array(changes.insertions)
        movedItems = Array(changes.moves)
        updatedHeaders = changes.sections.updates.map(\.after)
        updatedItems = Array(changes.updates)
    }

    /// Whether sections or items appear, disappear or move; otherwise only content changes.
    public var changesStructure: Bool {
        !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty && deletedItems.isEmpty
            && insertedItems.isEmpty && movedItems.isEmpty)
    }

    /// Calls `refresh` for each item with new content that both states have.
    public func forEachUpdatedItem(_ refresh: (_ path: ItemPath, _ old: Snapshot.Item, _ new: Snapshot.Item) -> Void) {
        for pair in updatedItems {
            guard let old = update.before.item(at: pair.before), let new = update.after.item(at: pair.after) else {
                continue
            }
            refresh(pair.after, old, new)
        }
    }
}

extension Batching where Snapshot: IndexedSnapshot, Batch == ViewBatch<Snapshot> {
    /// The `stages` of the update, in the arrays that views with index paths take.
    public static var viewBatches: Batching {
        Batching { update in update.stages.map { Planned(ViewBatch($0), to: $0.after) } }
    }
}
