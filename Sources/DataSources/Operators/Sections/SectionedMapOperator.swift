/// Maps each item to one item, in its section; see ``DerivableSource/map(_:)``.
@usableFromInline
package struct SectionedMapOperator<Header, Item, Result>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    @usableFromInline let transform: @Sendable (Item) -> Result
    @usableFromInline var draft = SectionedDraft<Header, Result>()

    /// Up to this many changes, the operator never rebuilds everything.
    @usableFromInline let fewest: Int

    /// Creates an operator; tests use a small limit.
    @inlinable
    package init(goingThroughAllFrom fewest: Int = 64, _ transform: @escaping @Sendable (Item) -> Result) {
        self.transform = transform
        self.fewest = fewest
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>
    ) -> SectionedSnapshot<Header, Result> {
        let transform = transform
        if update.before.isEmpty {
            draft.put(SectionedContent(of: update.after) { _, item in Self.made(transform(item), of: item) })
        } else if update.changes.isUpheaval(of: update.after.itemCount, from: fewest) {
            draft.put(draft.content(after: update) { Self.made(transform($0), of: $0) })
        } else {
            do {
                try draft.replay(update, at: 0, header: { $0 }, item: { Self.made(transform($0), of: $0) })
            } catch {
                draft = SectionedDraft()
                draft.put(SectionedContent(of: update.after) { _, item in Self.made(transform(item), of: item) })
            }
        }
        return draft.snapshot
    }

    @inlinable
    static func made(_ result: Result, of item: Item) -> Result {
        precondition(
            areSameKey(result.id, item.id) || !areOtherKeys({ result.id }, { item.id }),
            "map gave the item \(item.id) the id \(result.id): use Keyed")
        return result
    }
}
