/// Maps each item to any number of items; `filter`, `compactMap` and `flatMap` are cases of it.
@usableFromInline
package struct FlatMapOperator<Item, Result>: IncrementalOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    /// Appends the results of an item.
    @usableFromInline package typealias Make =
        @Sendable (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void

    @usableFromInline var make: Make
    /// Each id comes from one item, and only once, so positions suffice.
    @usableFromInline var results = FlatDraft<Result>(byPosition: ())

    @inlinable
    package init(make: @escaping Make) {
        self.make = make
    }

    @inlinable package var snapshot: ListSnapshot<Result> { results.snapshot }

    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) { results.remake(from: list, make: make) }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        try results.follow(update, make: make)
    }

    @inlinable
    package mutating func startOver() { results.startOver() }
}

/// Works like ``FlatMapOperator`` with a transform that also depends on a value.
@usableFromInline
package typealias FlatMapByOperator<Item, Value, Result> = ByValueOperator<FlatMapOperator<Item, Result>, Value>
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable

extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator with a transform for each value.
    @inlinable
    package init<Item, Result>(make: @escaping @Sendable (Value) -> FlatMapOperator<Item, Result>.Make)
    where Base == FlatMapOperator<Item, Result> {
        self.init(FlatMapOperator { _, _ in }) { value, base in base.make = make(value) }
    }
}
