extension ValueSnapshot: SnapshotProtocol {
    /// The same value with the version of a commit.
    @inlinable
    public func committed(as version: Version) -> ValueSnapshot {
        ValueSnapshot(box: box, version: version)
    }

    /// Whether both are the same value by construction, without comparing it.
    ///
    /// - Complexity: O(1).
    @inlinable
    public func isIdentical(to other: ValueSnapshot) -> Bool { box === other.box }

    /// The difference of two values: the value is an item at position 0 that is inserted, deleted or updated.
    @inlinable
    public func changes(from before: ValueSnapshot, isCancelled: (() -> Bool)?) -> ListChanges? {
        if isIdentical(to: before) { return ListChanges() }
        switch (before.value, value) {
        case (nil, nil): return ListChanges()
        case (nil, _): return ListChanges(insertions: [0])
        case (_, nil): return ListChanges(deletions: [0])
        case (let old?, let new?):
            return isUnchanged(old, new)
                ? ListChanges() : ListChanges(updates: PositionPairs([PositionPair(before: 0, after: 0)]))
        }
    }

    /// The value.
    public var content: Value? { value }

    /// One edit: the value after.
    public static func steps(of update: Update<ValueSnapshot>) -> [Value?] { [update.after.value] }

    /// The update itself.
    public static func stages(of update: Update<ValueSnapshot>) -> [Update<ValueSnapshot>] { [update] }

    /// Replaces the value before by the value after.
    ///
    /// - Throws: ``UpdateError`` when `content` is not the value before the update.
    public static func apply(_ update: Update<ValueSnapshot>, to content: inout Value?) throws(UpdateError) {
        guard ValueSnapshot.fits(content, update.before.value) else {
            throw UpdateError(code: .baseMismatch, message: "the value is not the one that the update starts from")
        }
        content = update.after.value
    }
}
