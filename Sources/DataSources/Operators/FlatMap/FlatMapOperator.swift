/// Makes none, one or many items of each item: `filter`, `compactMap` and `flatMap` are cases of it.
@usableFromInline
package struct FlatMapOperator<Item, Result>: SnapshotOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    /// Appends what is made of an item.
    @usableFromInline let make: @Sendable (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    /// Each id comes from one item, and once.
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

/// As ``FlatMapOperator``, where what is made of an item depends on a value besides.
///
/// Another value makes everything anew. As long as there is none, nothing comes out and nobody is asked.
@usableFromInline
package struct FlatMapByOperator<Item, Value, Result>: PairOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID: Sendable
{
    /// Appends what is made of an item, given the value.
    @usableFromInline
    let make: @Sendable (_ item: Item, _ value: Value, _ results: inout ContiguousArray<Result>) -> Void
    @usableFromInline var results = FlatDraft<Result>(byPosition: ())
    @usableFromInline var turns = ValueTurns<ListSnapshot<Item>, Value>()

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
        switch turns.turn(update, valueUpdate) {
        case .clear: results.removeAll()
        case .remake(let items, let value): results.remake(from: items) { make($0, value, &$1) }
        case .follow(let update, let value): results.follow(update) { make($0, value, &$1) }
        }
        return results.snapshot
    }
}
