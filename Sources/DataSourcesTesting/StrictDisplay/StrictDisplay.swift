public import DataSources

/// A list view without a screen that keeps UIKit's rules for batch updates, and says what UIKit would.
///
/// It is a `UITableView` or `UICollectionView` as far as an update can tell: it knows what it shows, takes the changes
/// and the data after them, and throws what UIKit would raise: with the same wording, where that is known. So a data
/// source, an adapter or a way to make batches can be tested against UIKit's rules on any machine.
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
/// - Deletions, reloads and the origins of moves are positions before, insertions and the targets of moves positions
///   after; all have to be there.
/// - Nothing is deleted, reloaded or moved twice, or two of these; no two things arrive at one place.
/// - The numbers of sections, and of rows in every section that stays, fit the changes.
/// - No row moves into a newly inserted section or out of a deleted one. Beyond UIKit, no row changes in, leaves or
///   enters a section that itself comes, goes, moves or is reloaded.
/// - What moves keeps its old look, as a cell does; only what is inserted or reloaded is taken from the data. When the
///   view then shows anything else than the data source has, it is refused too, which UIKit leaves to the user to see.
/// - A **reload** is a deletion and an insertion. UIKit works out where the insertion belongs from the deletions and
///   insertions of the batch, but not from its moves; so a reload of something that moves displace is refused, by
///   whichever of the rules above it breaks. See ``DisplayRefresh``.
///
/// A refused batch leaves the display as it was.
///
/// Lists are sections with only one, ``OnlySection``; ``items`` is what they show.
///
/// - Complexity: A batch costs O(*n* + *k* log *k*) for *n* rows on the screen and *k* changes.
public struct StrictDisplay<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// What is on the screen.
    public internal(set) var sections: [PlainSection<Header, Item>]
    /// How content that changes in its place gets on the screen.
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

    /// All rows on the screen, section after section.
    public var items: [Item] { sections.flatMap(\.items) }

    /// Performs changes at once, in the way of `performBatchUpdates`, after which the data source has `snapshot`.
    ///
    /// - Throws: ``DisplayRefusal``; then the display is as it was.
    public mutating func performBatchUpdates(
        _ changes: SectionedChanges,
        to snapshot: SectionedSnapshot<Header, Item>
    ) throws(DisplayRefusal) {
        try performBatchUpdates(changes, to: snapshot.plain)
    }

    /// Performs changes at once, in the way of `performBatchUpdates`, after which the data source has `after`.
    ///
    /// - Throws: ``DisplayRefusal``; then the display is as it was.
    public mutating func performBatchUpdates(
        _ changes: SectionedChanges,
        to after: [PlainSection<Header, Item>]
    ) throws(DisplayRefusal) {
        let batch = DisplayBatch(changes: changes, before: sections, after: after, refresh: refresh)
        sections = try batch.perform()
    }

    /// Performs an update: every one of its stages is a batch.
    ///
    /// - Throws: ``DisplayRefusal`` when a stage is refused, or the update does not start with what is on the screen or
    ///   does not end with its state after; then the display is as it was.
    public mutating func show(_ update: Update<SectionedSnapshot<Header, Item>>) throws(DisplayRefusal) {
        var next = self
        try next.expect(update.before.plain, "the update starts from other content")
        for stage in update.stages { try next.performBatchUpdates(stage.changes, to: stage.after) }
        try next.expect(update.after.plain, "the stages do not lead to the state after")
        self = next
    }

    /// Performs an update one step after the other: every one of its steps is an update of the view of its own.
    ///
    /// - Throws: ``DisplayRefusal`` when a step is refused, or the update does not start with what is on the screen or
    ///   does not end with its state after; then the display is as it was.
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

/// How content that changes in its place gets on the screen: which of UIKit's methods an adapter calls for updates.
public enum DisplayRefresh: Hashable, Sendable {
    /// By `reloadRows`, `reloadItems`, `reloadSections`: UIKit makes a deletion and an insertion of it.
    ///
    /// Where the insertion belongs it computes as if nothing in the batch moved. These crash for that reason:
    /// <https://github.com/Instagram/IGListKit/issues/690>, <http://www.openradar.me/27041784>,
    /// <https://pspdfkit.com/blog/2020/selective-tableview-collectionview-reloads/>.
    case reload
    /// By giving the cells that are there their new content, as `reconfigureRows` and `reconfigureItems` do.
    case reconfigure
}
