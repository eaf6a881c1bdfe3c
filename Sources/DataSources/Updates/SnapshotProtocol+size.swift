extension SnapshotProtocol {
    /// No items that are known of.
    public var itemCount: Int { 0 }

    /// No changes that are known of.
    public static func changeCount(of update: Update<Self>) -> Int { 0 }
}

extension ListSnapshot {
    /// The number of items, which is ``count``.
    @inlinable public var itemCount: Int { count }

    /// The number of items that came, went, moved or changed.
    @inlinable
    public static func changeCount(of update: Update<ListSnapshot>) -> Int { update.changes.count }
}

extension SectionedSnapshot {
    /// The number of items that came, went, moved or changed, with all items of sections that came, went or moved.
    @inlinable
    public static func changeCount(of update: Update<SectionedSnapshot>) -> Int {
        let (before, after, sections) = (update.before, update.after, update.changes.sections)
        var count = update.changes.count
        for position in sections.deletions { count += before.tree.element(at: position).tree.count }
        for position in sections.insertions { count += after.tree.element(at: position).tree.count }
        for move in sections.moves { count += after.tree.element(at: move.after).tree.count }
        return count
    }
}

extension ValueSnapshot {
    /// 1, or 0 when there is no value.
    @inlinable public var itemCount: Int { box == nil ? 0 : 1 }

    /// 1: an update of a value changes it.
    @inlinable
    public static func changeCount(of update: Update<ValueSnapshot>) -> Int { 1 }
}

/// A snapshot of a single value: what an operator makes of it may concern every item of its other inputs.
protocol SingleValueSnapshot {}

extension ValueSnapshot: SingleValueSnapshot {}
