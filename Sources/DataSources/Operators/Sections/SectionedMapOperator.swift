/// Maps each item to one item, in its section; see ``DerivableSource/map(_:)``.
@usableFromInline
package struct SectionedMapOperator<Header, Item, Result>: IncrementalOperator, RebuildingOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    @usableFromInline let transform: @Sendable (Item) -> Result
    @usableFromInline var draft = SectionedDraft<Header, Result>()
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init(_ transform: @escaping @Sendable (Item) -> Result) {
        self.transform = transform
    }

    @inlinable package var snapshot: SectionedSnapshot<Header, Result> { draft.snapshot }

    @inlinable
    package func edits(for update: Update<SectionedSnapshot<Header, Item>>) -> Int { update.changes.editCount }

    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<Header, Item>) {
        let transform = transform
        draft.put(SectionedContent(of: sections) { _, item in Self.made(transform(item), of: item) })
    }

    @inlinable
    package mutating func rebuild(_ update: Update<SectionedSnapshot<Header, Item>>) {
        let transform = transform
        draft.put(draft.content(after: update) { Self.made(transform($0), of: $0) })
    }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>) throws {
        let transform = transform
        try draft.replay(update, at: 0, header: { $0 }, item: { Self.made(transform($0), of: $0) })
    }

    @inlinable
    package mutating func startOver() { draft = SectionedDraft() }

    @inlinable
    static func made(_ result: Result, of item: Item) -> Result {
        precondition(
            areSameKey(result.id, item.id) || !areOtherKeys({ result.id }, { item.id }),
            "map gave the item \(item.id) the id \(result.id): use Keyed")
        return result
    }
}
