public import DataSources

/// An update as a few ranges, for models that are told "from here on, so many have gone and so many have come".
///
/// ```swift
/// for edit in batch.edits {
///     between = edit.list                      // what the model shows until the next edit
///     items_changed(edit.position, edit.removed, edit.added)
/// }
/// ```
public struct RangeBatch<Rows: FlatRows>: Sendable {
    /// The update.
    public let update: Update<Rows.Snapshot>
    /// The rows before.
    public let before: Rows
    /// The rows after.
    public let after: Rows
    /// The edits, in order; empty if only content changes.
    public let edits: [RangeEdit<Rows>]
    /// The rows that stay and may have new content, which the edits do not tell; among them all headers.
    public let updated: [Rows.Row.ID: Rows.Row]
    /// The ids of items that only the state before has.
    public let deleted: [Rows.Row.ID]
    /// The ids of items that only the state after has.
    public let inserted: [Rows.Row.ID]
}
