/// Follows the item with one id, by reading what has changed; see ``DerivableSource/watching(id:)-(Item.ID)``.
@usableFromInline
package struct WatchOperator<Input: WatchableSnapshot, Value: Equatable & Sendable>: SnapshotOperator, ~Copyable {
    @usableFromInline let id: Input.Watched.ID
    @usableFromInline let value: @Sendable (Input.Watched?) -> Value?
    @usableFromInline var item: Input.Watched?
    @usableFromInline var shown: ValueSnapshot<Value>

    @inlinable
    package init(_ id: Input.Watched.ID, value: @escaping @Sendable (Input.Watched?) -> Value?) {
        self.id = id
        self.value = value
        shown = ValueSnapshot(ofOptional: value(nil))
    }

    @inlinable
    package mutating func apply(_ update: Update<Input>) -> ValueSnapshot<Value> {
        let id = id
        var found = item
        Input.forEachGone(in: update) { if areSameKey($0.id, id) { found = nil } }
        Input.forEachFresh(in: update) { if areSameKey($0.id, id) { found = $0 } }
        item = found
        shown.show(value(found))
        return shown
    }
}

/// Follows the item whose id is the value of another source; see ``DerivableSource/watching(id:)-(_)``.
///
/// It keeps a table of the items by id, so a new id costs no more than a look into it.
@usableFromInline
package struct WatchByValueOperator<Input: WatchableSnapshot>: PairOperator, ~Copyable {
    @usableFromInline package typealias ID = Input.Watched.ID

    @usableFromInline var id: ID?
    @usableFromInline var items: KeyTable<ID, Input.Watched> = KeyTable()
    @usableFromInline var shown = ValueSnapshot<Input.Watched>()

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ update: Update<Input>?, _ idUpdate: Update<ValueSnapshot<ID>>?
    ) -> ValueSnapshot<Input.Watched> {
        if let idUpdate { id = idUpdate.after.value }
        if let update {
            var items = KeyTable<ID, Input.Watched>()
            swap(&items, &self.items)
            Input.forEachGone(in: update) { items.removeValue(forKey: $0.id) }
            Input.forEachFresh(in: update) { items.updateValue($0, forKey: $0.id) }
            swap(&items, &self.items)
        }
        shown.show(id.flatMap { items[$0] })
        return shown
    }
}

extension ValueSnapshot {
    @inlinable
    init(ofOptional value: Value?) {
        self = value.map { ValueSnapshot($0) } ?? ValueSnapshot()
    }

    /// Replaces the value, unless it is unchanged.
    @inlinable
    mutating func show(_ value: Value?) {
        let next = ValueSnapshot(ofOptional: value)
        if self != next { self = next }
    }
}
