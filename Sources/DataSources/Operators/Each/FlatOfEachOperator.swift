/// Concatenates the lists of all items; see ``DerivableSource/flatMapEach(fileID:line:_:)``.
@usableFromInline
struct FlatOfEachOperator<Item, Child>: IncrementalOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Child: Identifiable & Equatable & Sendable, Child.ID: Sendable
{
    @usableFromInline typealias Row = CombinedItem<Item, ListSnapshot<Child>>
    @usableFromInline typealias Result = Keyed<FlatID<Item.ID, Child.ID>, Child>

    /// Each id comes from one item's list, and only once, so positions suffice.
    @usableFromInline var results = FlatDraft<Result>(byPosition: ())

    @inlinable
    init() {}

    @inlinable var snapshot: ListSnapshot<Result> { results.snapshot }

    @inlinable
    mutating func build(_ rows: ListSnapshot<Row>) { results.remake(from: rows, make: Self.make) }

    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Row>>) throws {
        let changes = update.changes.withoutUpdates
        if changes.isUpheaval(of: update.after.count) {
            results.replayThroughout(changes, to: update.after, make: Self.make)
        } else if !changes.isEmpty {
            try results.replay(changes, to: update.after, make: Self.make)
        }
        for pair in update.changes.updates {
            try results.replay(
                from: update.before.tree.element(at: pair.before), to: update.after.tree.element(at: pair.after),
                at: pair.after)
        }
    }

    @inlinable
    mutating func startOver() { results.startOver() }

    @inlinable
    static func make(_ row: Row, _ results: inout ContiguousArray<Result>) {
        for child in row.snapshot { results.append(Self.result(of: row, child)) }
    }

    @inlinable
    static func result(of row: Row, _ child: Child) -> Result {
        Keyed(id: FlatID(parent: row.id, child: child.id), value: child)
    }
}

extension FlatDraft {
    /// Follows the list of an item, from its state in one row to that in another.
    ///
    /// - Complexity: That of the difference.
    @inlinable
    mutating func replay<Item, Child>(
        from old: CombinedItem<Item, ListSnapshot<Child>>, to new: CombinedItem<Item, ListSnapshot<Child>>,
        at position: Int
    ) throws where Result == Keyed<FlatID<Item.ID, Child.ID>, Child> {
        guard let update = Update(from: old.snapshot, to: new.snapshot) else { return }
        try draft.replay(update, at: weights.sum(upTo: position)) {
            FlatOfEachOperator<Item, Child>.result(of: new, $0)
        }
        weights[position] = UInt32(new.snapshot.count)
    }
}
