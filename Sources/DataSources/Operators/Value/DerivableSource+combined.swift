extension DerivableSource {
    /// The result of `transform` for the values of this source and others.
    ///
    /// | Change | Output |
    /// |---|---|
    /// | one value or several | one update, if the result differs |
    /// | no value yet in one of the sources, or no longer | no value; `transform` is not called |
    ///
    /// All values belong to one cut: counts and sums of one list, or of two lists changed in one transaction of a
    /// ``SourceGroup``, are combined once. Two parameters are set one after the other; what must change at once belongs
    /// in one parameter, and `map(_:)` takes it apart. Equal results are published once.
    ///
    /// A source without a value leaves the result without one. ``collected()`` makes of each source one that always has
    /// a value: `selection.collected().map(\.value)` is `nil` instead.
    ///
    /// ```swift
    /// let status = staff.counted().combined(with: found.counted(), search) { all, found, text in
    ///     text.isEmpty ? "\(all) employees" : "\(found) of \(all) match \(text)"
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - first: Another source of one value.
    ///   - rest: Any number of further sources of one value.
    ///   - transform: Computes the result from this source's value and the others, in order; must give the same result
    ///     for equal values.
    /// - Returns: The derived source, which finishes when all sources have finished.
    /// - Complexity: One call for new values.
    @inlinable
    public func combined<Value, First, each Rest, Result: Equatable & Sendable>(
        with first: any DerivableSource<ValueSnapshot<First>>,
        _ rest: repeat any DerivableSource<ValueSnapshot<each Rest>>,
        @OperatorClosure<Result> transform:
            @escaping @Sendable (_ value: Value, _ first: First, repeat each Rest) -> Result
    ) -> DerivedSource<ValueSnapshot<Result>> where Snapshot == ValueSnapshot<Value> {
        DerivedSource(combining: self, first, repeat each rest, into: transform)
    }
}

/// Computes a value from the values of several sources; see ``DerivableSource/combined(with:_:transform:)``.
///
/// While a source has no value, neither has the result, and the transform is not called.
@usableFromInline
package struct CombinedOperator<Result: Equatable & Sendable, each Value: Equatable & Sendable>: ~Copyable, Sendable {
    @usableFromInline let transform: @Sendable (repeat each Value) -> Result
    /// The latest values; `nil` for a source without one.
    @usableFromInline var values: (repeat (each Value)?)
    @usableFromInline var shown = ValueSnapshot<Result>()

    @inlinable
    package init(_ transform: @escaping @Sendable (repeat each Value) -> Result) {
        self.transform = transform
        values = (repeat Optional<each Value>.none)
    }

    /// Applies the updates, one or `nil` per source, and returns the result for their ends.
    @inlinable
    package mutating func apply(_ updates: repeat Update<ValueSnapshot<each Value>>?) -> ValueSnapshot<Result> {
        values = (repeat Self.latest(each values, after: each updates))
        var isComplete = true
        for isMissing in repeat (each values) == nil { if isMissing { isComplete = false } }
        guard isComplete else {
            shown = ValueSnapshot()
            return shown
        }
        let result = ValueSnapshot(transform(repeat (each values)!))
        if result != shown { shown = result }
        return shown
    }

    @inlinable
    static func latest<Latest>(_ value: Latest?, after update: Update<ValueSnapshot<Latest>>?) -> Latest? {
        guard let update else { return value }
        return update.after.value
    }
}
