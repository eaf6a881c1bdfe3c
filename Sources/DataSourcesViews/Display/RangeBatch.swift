public import DataSources

/// An update of a list as a few ranges, for models that are told "from here on, so many have gone and so many have come".
///
/// ```swift
/// for edit in batch.edits {
///     between = edit.list                      // what the model shows until the next edit
///     items_changed(edit.position, edit.removed, edit.added)
/// }
/// ```
public struct RangeBatch<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The update, for content that changes in place: it is in `update.changes.updates` only.
    public let update: Update<ListSnapshot<Item>>
    /// The edits, in order; empty if only content changes.
    public let edits: [RangeEdit<Item>]
}
