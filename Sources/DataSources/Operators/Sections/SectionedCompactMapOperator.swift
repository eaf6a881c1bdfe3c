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
