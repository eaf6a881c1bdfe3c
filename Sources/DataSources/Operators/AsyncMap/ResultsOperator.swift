/// Puts values in the place of the items that they were made of; see ``DerivableSource/asyncMap(limit:_:)``.
///
/// Every item that comes has a value in the other list.
@usableFromInline
package struct ResultsOperator<Item, Value>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable {
    @usableFromInline typealias Row = Keyed<Item.ID, Value>
    @usableFromInline var draft = ListDraft<Row>()
    @usableFromInline var values: KeyTable<Item.ID, Row> = [:]

    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(
        _ items: Update<ListSnapshot<Item>>?,
        _ results: Update<ListSnapshot<Keyed<Item.ID, Value>>>?
    ) -> ListSnapshot<Keyed<Item.ID, Value>> {
        if let results {
            for position in results.changes.deletions {
                values[results.before.tree.element(at: position).id] = nil
            }
            for range in results.changes.insertions.ranges {
                results.after.forEach(in: range) { _, row in values[row.id] = row }
            }
            for pair in results.changes.updates {
                let row = results.after.tree.element(at: pair.after)
                values[row.id] = row
            }
        }
        let known = values
        draft.certainly { draft throws(EditError) in
            if let items {
                try draft.replay(items.changes) { position in
                    let id = items.after.tree.element(at: position).id
                    guard let row = known[id] else { preconditionFailure("there is no result for \(id)") }
                    return row
                }
            }
            if let results {
                // An item that went and came back in between has gone, and come, with its result.
                for position in Array(results.changes.insertions) + results.changes.updates.map(\.after) {
                    let row = results.after.tree.element(at: position)
                    if draft.position(of: row.id) != nil { try draft.update(row) }
                }
            }
        }
        return draft.snapshot
    }
}
