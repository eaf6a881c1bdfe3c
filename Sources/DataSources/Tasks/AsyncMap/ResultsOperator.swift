/// Replaces items by their results; see ``DerivableSource/asyncMap(limit:_:)``.
///
/// Precondition: every inserted item has a result in the other list.
@usableFromInline
package struct ResultsOperator<Item, Value>: PairOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable {
    @usableFromInline typealias Row = Keyed<Item.ID, Value>
    @usableFromInline var draft = ListDraft<Row>()
    @usableFromInline var values: KeyTable<Item.ID, Row> = KeyTable()
    /// Whether each item has a row.
    @usableFromInline var isWhole = true
    /// The current items.
    @usableFromInline var seen = ListSnapshot<Item>()

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
        if let items { seen = items.after }
        do {
            if let items { try follow(items) }
            // An item that was removed and added again in between has been removed and inserted, with its result.
            if let changes = results?.changes, let rows = results?.after {
                for position in Array(changes.insertions) + changes.updates.map(\.after) {
                    let row = rows.tree.element(at: position)
                    if draft.position(of: row.id) != nil { try draft.update(row) }
                }
            }
        } catch {
            startOver()
        }
        return draft.snapshot
    }

    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        if !isWhole { throw LostTrack() }
        var rows: [Int: Row] = [:]
        for position in update.changes.freshPositions {
            guard let row = values[update.after.tree.element(at: position).id] else { throw LostTrack() }
            rows[position] = row
        }
        try draft.replay(update.changes) { rows[$0]! }
    }

    /// Rebuilds the rows of the current items; if ids misbehave, some items may have none.
    @inlinable
    mutating func startOver() {
        var rows: ContiguousArray<Row> = []
        for item in seen { if let row = values[item.id] { rows.append(row) } }
        isWhole = rows.count == seen.count
        draft = ListDraft()
        draft.show(rows)
    }
}
