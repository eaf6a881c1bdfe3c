extension SnapshotProtocol {
    /// Zero: the number of items is unknown.
    public var itemCount: Int { 0 }

    /// Zero: the number of changes is unknown.
    public static func changeCount(of update: Update<Self>) -> Int { 0 }
}

extension ListSnapshot {
    /// The number of items, which is ``count``.
    @inlinable public var itemCount: Int { count }

    /// The number of items that were inserted, deleted, moved or updated.
    @inlinable
    public static func changeCount(of update: Update<ListSnapshot>) -> Int { update.changes.count }
}

extension SectionedSnapshot {
    /// The number of items that were inserted, deleted, moved or updated, including all items of sections that were
    /// inserted, deleted or moved.
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
    /// 1, or 0 without a value.
    @inlinable public var itemCount: Int { box == nil ? 0 : 1 }

    /// 1: an update of a value changes it.
    @inlinable
    public static func changeCount(of update: Update<ValueSnapshot>) -> Int { 1 }
}

// An operator's result for every item of its other inputs may depend on the one value.
extension ValueSnapshot: SingleValueSnapshot {}
