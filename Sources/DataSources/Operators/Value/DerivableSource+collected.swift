extension DerivableSource {
    /// The state of this source as one value: a source of one value for the operators that take one.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | any change | an update of the value |
    ///
    /// There is always a value: that of an empty source is the empty state. DynamicData's `ToCollection` and
    /// `QueryWhenChanged`.
    ///
    /// ```swift
    /// let names = tags.collected().map { tags in tags.map(\.name).joined(separator: ", ") }
    ///
    /// let ids = selected.collected().map { selected in Set(selected.map(\.id)) }
    /// let shown = staff.filter(by: ids) { employee, ids in ids.contains(employee.id) }
    /// ```
    ///
    /// The value is a snapshot, which finds a position in O(log *n*), but an id only in O(*n*). So make a set or a
    /// dictionary of it, as above, to look up many ids. A filter by the value tests every item whenever the value
    /// changes. If ids are all that matters, ``intersection(_:)`` and ``subtracting(_:)`` cost only the change:
    ///
    /// ```swift
    /// let shown = staff.intersection(selected)
    /// ```
    ///
    /// - Returns: The derived source.
    /// - Complexity: O(1) for a change, and the difference of the two states, which this source computes once for all
    ///   that follow it.
    @inlinable
    public func collected() -> DerivedSource<ValueSnapshot<Snapshot>> {
        DerivedSource<ValueSnapshot<Snapshot>>(from: self, through: CollectOperator())
            .starting(with: ValueSnapshot(Snapshot()))
    }
}

/// Makes a value of each state; see ``DerivableSource/collected()``.
@usableFromInline
package struct CollectOperator<Input: SnapshotProtocol>: SnapshotOperator, ~Copyable {
    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(_ update: Update<Input>) -> ValueSnapshot<Input> {
        ValueSnapshot(update.after)
    }
}
