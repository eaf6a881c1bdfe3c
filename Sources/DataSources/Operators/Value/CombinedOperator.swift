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
