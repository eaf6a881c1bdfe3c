/// Maps each item to one item; see ``DerivableSource/map(_:)``.
@usableFromInline
package struct MapOperator<Item, Result>: IncrementalOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Result: Identifiable & Equatable & Sendable, Result.ID == Item.ID
{
    @usableFromInline let transform: @Sendable (Item) -> Result
    @usableFromInline var draft = ListDraft<Result>(byPosition: ())

    @inlinable
    package init(_ transform: @escaping @Sendable (Item) -> Result) {
        self.transform = transform
    }

    @inlinable package var snapshot: ListSnapshot<Result> { draft.snapshot }

    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) {
        let transform = transform
        var iterator = list.makeIterator()
        if !draft.isEmpty { startOver() }
        draft.load(count: list.count) { position in
            guard let item = iterator.next() else { preconditionFailure("there is no item at \(position)") }
            return made(transform(item), of: item, by: "map")
        }
    }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        let (transform, after) = (transform, update.after)
        try draft.replay(update.changes) { position in
            let item = after.tree.element(at: position)
            return made(transform(item), of: item, by: "map")
        }
    }

    @inlinable
    package mutating func startOver() { draft = ListDraft(byPosition: ()) }
}
