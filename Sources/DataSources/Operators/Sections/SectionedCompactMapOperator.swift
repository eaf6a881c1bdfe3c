/// Maps each item to one item or none, in its section; `filter`, `map` and `compactMap` are cases of it.
@usableFromInline
package struct SectionedCompactMapOperator<Header, Item, Result>: IncrementalOperator, RebuildingOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    /// The result for an item, with the item's id.
    @usableFromInline var make: @Sendable (_ item: Item) -> Result?
    @usableFromInline var results: SectionedFlatDraft<Header, Result>
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    /// Creates an operator; `isTotal` says that `make` has a result for each item.
    @inlinable
    package init(isTotal: Bool = false, make: @escaping @Sendable (_ item: Item) -> Result?) {
        self.make = make
        results = SectionedFlatDraft(isTotal: isTotal)
    }

    @inlinable package var snapshot: SectionedSnapshot<Header, Result> { results.draft.snapshot }

    @inlinable
    package func edits(for update: Update<SectionedSnapshot<Header, Item>>) -> Int { update.changes.editCount }

    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<Header, Item>) {
        let make = make
        results.put(SectionedContent(of: sections) { _, item in make(item) })
    }

    @inlinable
    package mutating func rebuild(_ update: Update<SectionedSnapshot<Header, Item>>) {
        results.put(results.draft.content(after: update, make: make))
    }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>) throws {
        try results.replay(update, header: { $0 }, item: make)
    }

    @inlinable
    package mutating func startOver() { results.draft = SectionedDraft() }
}

extension SectionedCompactMapOperator where Result == Item {
    /// Creates an operator that keeps the items that satisfy `isIncluded`.
    @inlinable
    package init(_ isIncluded: @escaping @Sendable (Item) -> Bool) {
        self.init(make: { item in isIncluded(item) ? item : nil })
    }
}

extension SectionedCompactMapOperator {
    /// Creates an operator that maps each item; see ``DerivableSource/map(_:)``.
    @inlinable
    package init(mapping transform: @escaping @Sendable (Item) -> Result) {
        self.init(isTotal: true) { made(transform($0), of: $0, by: "map") }
    }
}
