public import DataSources

/// A list view without a screen that enforces UIKit's rules for batch updates.
///
/// It behaves like a `UITableView` or `UICollectionView` as far as an update can tell: it keeps what it shows, takes
/// changes and the data after them, and throws what UIKit would raise, with the same wording where that is known. So a
/// data source, an adapter or a batching algorithm can be tested against UIKit's rules on any machine.
///
/// ```swift
/// var display = StrictDisplay(subscription.snapshot)
/// for await update in subscription {
///     try display.show(update)                        // all stages; throws DisplayRefusal
///     #expect(display.sections == update.after.plain)
/// }
/// ```
///
/// ## The rules
/// - Deletions, reloads and origins of moves are positions before, insertions and targets of moves positions after; all
///   must exist.
/// - Nothing is deleted, reloaded or moved twice, or both; no two elements arrive at one position.
/// - The numbers of sections, and of rows in every remaining section, are consistent with the changes.
/// - No row moves into an inserted section or out of a deleted one. Beyond UIKit, no row changes in, leaves or enters a
///   section that is inserted, deleted, moved or reloaded in the same batch.
/// - A moved cell keeps its old content; only inserted and reloaded cells read the data. If the view then differs from
///   the data source, the batch is refused too; UIKit would show the wrong content.
/// - A **reload** is a deletion and an insertion. UIKit computes the position of the insertion from the deletions and
///   insertions of the batch, but ignores its moves; so a reload of an element displaced by moves is refused, by
///   whichever of the rules above it breaks. See ``DisplayRefresh``.
///
/// A refused batch leaves the display unchanged.
///
/// A list is shown as a single section, ``OnlySection``; ``items`` is its content.
///
/// - Complexity: A batch costs O(*n* + *k* log *k*) for *n* rows on the screen and *k* changes.
public struct StrictDisplay<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The sections on the screen.
    public internal(set) var sections: [PlainSection<Header, Item>]
    /// How content that changes in place is refreshed.
    public let refresh: DisplayRefresh

    /// Creates a display that shows a snapshot.
    public init(_ snapshot: SectionedSnapshot<Header, Item>, refresh: DisplayRefresh = .reload) {
        self.init(snapshot.plain, refresh: refresh)
    }

    /// Creates a display that shows sections.
    public init(_ sections: [PlainSection<Header, Item>], refresh: DisplayRefresh = .reload) {
        self.sections = sections
        self.refresh = refresh
    }

    /// All rows on the screen, section by section.
    public var items: [Item] { sections.flatMap(\.items) }

    /// Performs changes in one batch, like `performBatchUpdates`; afterwards the data source has `snapshot`.
    ///
    /// - Throws: ``DisplayRefusal``; the display is then unchanged.
    public mutating func performBatchUpdates(
        _ changes: SectionedChanges,
        to snapshot: SectionedSnapshot<Header, Item>
    ) throws(DisplayRefusal) {
        try performBatchUpdates(changes, to: snapshot.plain)
    }

    /// Performs changes in one batch, like `performBatchUpdates`; afterwards the data source has `after`.
    ///
    /// - Throws: ``DisplayRefusal``; the display is then unchanged.
    public mutating func performBatchUpdates(
        _ changes: SectionedChanges,
        to after: [PlainSection<Header, Item>]
    ) throws(DisplayRefusal) {
        let batch = DisplayBatch(changes: changes, before: sections, after: after, refresh: refresh)
        sections = try batch.perform()
    }

    /// Performs an update; each of its stages is a batch.
    ///
    /// - Throws: ``DisplayRefusal`` when a stage is refused, or the update does not start with what is on the screen or
    ///   does not end with its state after; the display is then unchanged.
    public mutating func show(_ update: Update<SectionedSnapshot<Header, Item>>) throws(DisplayRefusal) {
        var next = self
        try next.expect(update.before.plain, "the update starts from other content")
        for stage in update.stages { try next.performBatchUpdates(stage.changes, to: stage.after) }
        try next.expect(update.after.plain, "the stages do not lead to the state after")
        self = next
    }

    /// Performs an update step by step; each of its steps is a view update of its own.
    ///
    /// - Throws: ``DisplayRefusal`` when a step is refused, or the update does not start with what is on the screen or
    ///   does not end with its state after; the display is then unchanged.
    /// - Complexity: O(*n*) for every step.
    public mutating func showStepwise(_ update: Update<SectionedSnapshot<Header, Item>>) throws(DisplayRefusal) {
        var next = self
        try next.expect(update.before.plain, "the update starts from other content")
        for step in update.steps { try next.perform(step) }
        try next.expect(update.after.plain, "the steps do not lead to the state after")
        self = next
    }

    /// Checks what is on the screen.
    func expect(_ content: [PlainSection<Header, Item>], _ reason: String) throws(DisplayRefusal) {
        if let difference = Oracle.firstDifference(between: sections, and: content) {
            throw DisplayRefusal(.showsOther, "\(reason): \(difference)")
        }
    }
}

/// How content that changes in place is refreshed: the UIKit methods that an adapter calls for updates.
public enum DisplayRefresh: Hashable, Sendable {
    /// By `reloadRows`, `reloadItems`, `reloadSections`: UIKit turns it into a deletion and an insertion.
    ///
    /// UIKit computes the position of the insertion as if nothing in the batch moved. These crashes have that cause:
    /// <https://github.com/Instagram/IGListKit/issues/690>, <http://www.openradar.me/27041784>,
    /// <https://pspdfkit.com/blog/2020/selective-tableview-collectionview-reloads/>.
    case reload
    /// By giving existing cells their new content, as `reconfigureRows` and `reconfigureItems` do.
    case reconfigure
}
