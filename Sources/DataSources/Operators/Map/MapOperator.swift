/// Maps each item to one item; see ``DerivableSource/map(_:)``.
@usableFromInline
package struct MapOperator<Item, Result>: SnapshotOperator, ~Copyable
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

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ListSnapshot<Result> {
        let (transform, after, changes) = (transform, update.after, update.changes)
        let isFirst = update.before.isEmpty
        if isFirst {
            // The draft may not be new: the list may have been emptied.
            var iterator = after.makeIterator()
            draft.load(count: after.count) { position in
                guard let item = iterator.next() else { preconditionFailure("there is no item at \(position)") }
                return Self.made(transform(item), of: item)
            }
            return draft.snapshot
        }
        draft.certainly { draft throws(EditError) in
            try draft.replay(changes) { position in
                let item = after.tree.element(at: position)
                return Self.made(transform(item), of: item)
            }
        }
        return draft.snapshot
    }

    @inlinable
    static func made(_ result: Result, of item: Item) -> Result {
        precondition(
            areSameKey(result.id, item.id) || !areOtherKeys({ result.id }, { item.id }),
            "map gave the item \(item.id) the id \(result.id): use Keyed, or flatMap")
        return result
    }
}
