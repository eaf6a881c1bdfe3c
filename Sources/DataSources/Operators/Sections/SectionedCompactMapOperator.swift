/// Maps each item to one item or none, in its section; `filter` and `compactMap` are cases of it.
@usableFromInline
package struct SectionedCompactMapOperator<Header, Item, Result>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    /// The result for an item, with the item's id.
    @usableFromInline let make: @Sendable (_ item: Item) -> Result?
    @usableFromInline var results: SectionedFlatDraft<Header, Result>

    /// Creates an operator; tests use a small limit.
    @inlinable
    package init(goingThroughAllFrom fewest: Int = 64, make: @escaping @Sendable (_ item: Item) -> Result?) {
        self.make = make
        results = SectionedFlatDraft(goingThroughAllFrom: fewest)
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>
    ) -> SectionedSnapshot<Header, Result> {
        results.follow(update, make: make)
        return results.snapshot
    }
}

extension SectionedCompactMapOperator where Result == Item {
    /// Creates an operator that keeps the items that satisfy `isIncluded`.
    @inlinable
    package init(goingThroughAllFrom fewest: Int = 64, _ isIncluded: @escaping @Sendable (Item) -> Bool) {
        self.init(goingThroughAllFrom: fewest, make: { item in isIncluded(item) ? item : nil })
    }
}

/// Works like ``SectionedCompactMapOperator`` with a predicate that also depends on a value.
///
/// A new value rebuilds everything. While there is no value the sections are empty and the predicate is not called.
@usableFromInline
package struct SectionedFilterByOperator<Header, Item, Value>: PairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable
{
    @usableFromInline let isIncluded: @Sendable (_ item: Item, _ value: Value) -> Bool
    @usableFromInline var results = SectionedFlatDraft<Header, Item>(goingThroughAllFrom: 64)
    @usableFromInline var sections = SectionedSnapshot<Header, Item>()
    @usableFromInline var value: Value?

    @inlinable
    package init(_ isIncluded: @escaping @Sendable (_ item: Item, _ value: Value) -> Bool) {
        self.isIncluded = isIncluded
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>?,
        _ valueUpdate: Update<ValueSnapshot<Value>>?
    ) -> SectionedSnapshot<Header, Item> {
        if let update { sections = update.after }
        if let valueUpdate { value = valueUpdate.after.value }
        let (isIncluded, value) = (isIncluded, value)
        let make = { (item: Item) -> Item? in
            guard let value else { return nil }
            return isIncluded(item, value) ? item : nil
        }
        if valueUpdate != nil {
            results.remake(from: sections, make: make)
        } else if let update {
            results.follow(update, make: make)
        }
        return results.snapshot
    }
}
