/// Maps each item to any number of items; `filter`, `compactMap` and `flatMap` are cases of it.
@usableFromInline
package struct FlatMapOperator<Item, Result>: SnapshotOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    /// Appends the results of an item.
    @usableFromInline let make: @Sendable (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    /// Each id comes from one item, and only once, so positions suffice.
    @usableFromInline var results = FlatDraft<Result>(byPosition: ())

    @inlinable
    package init(make: @escaping @Sendable (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void) {
        self.make = make
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Result> {
        results.follow(update, make: make)
        return results.snapshot
    }
}

/// Works like ``FlatMapOperator`` with a transform that also depends on a value.
///
/// A new value rebuilds everything. While there is no value the output is empty and the transform is not called.
@usableFromInline
package struct FlatMapByOperator<Item, Value, Result>: PairOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    /// Appends the results of an item for a value.
    @usableFromInline
    let make: @Sendable (_ item: Item, _ value: Value, _ results: inout ContiguousArray<Result>) -> Void
    @usableFromInline var results = FlatDraft<Result>(byPosition: ())
    @usableFromInline var inputs = ValueInputs<ListSnapshot<Item>, Value>()

    @inlinable
    package init(
        make: @escaping @Sendable (_ item: Item, _ value: Value, _ results: inout ContiguousArray<Result>) -> Void
    ) {
        self.make = make
    }

    @inlinable
    package mutating func apply(
        _ update: Update<ListSnapshot<Item>>?,
        _ valueUpdate: Update<ValueSnapshot<Value>>?
    ) -> ListSnapshot<Result> {
        let make = make
        switch inputs.delta(update, valueUpdate) {
        case .clear: results.removeAll()
        case .remake(let items, let value): results.remake(from: items) { make($0, value, &$1) }
        case .follow(let update, let value): results.follow(update) { make($0, value, &$1) }
        }
        return results.snapshot
    }
}
