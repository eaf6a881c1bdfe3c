/// Maintains a summary of the items of each key, as a list in an order of the keys; see
/// ``DerivableSource/aggregated(by:_:)`` and ``DerivableSource/distinct(by:)``.
@usableFromInline
package struct AggregateByKeyOperator<Item, Row, Summary, Result>: IncrementalOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Row: Identifiable & Equatable & Sendable, Row.ID: Sendable,
    Summary: Sendable, Result: Equatable & Sendable
{
    @usableFromInline typealias Key = Row.ID

    @usableFromInline
    struct Group: Sendable {
        @usableFromInline var count = 0
        @usableFromInline var summary: Summary

        @inlinable
        init(_ summary: Summary) {
            self.summary = summary
        }
    }

    @usableFromInline let key: @Sendable (Item) -> Row.ID
    /// Whether a key comes before another.
    @usableFromInline let precedes: @Sendable (Row.ID, Row.ID) -> Bool
    @usableFromInline let aggregation: Aggregation<Item, Summary, Result>
    @usableFromInline let row: @Sendable (Row.ID, Result) -> Row
    @usableFromInline var groups: KeyTable<Row.ID, Group> = KeyTable()
    @usableFromInline var draft = ListDraft<Row>()

    @inlinable
    package init(
        by key: @escaping @Sendable (Item) -> Row.ID,
        order precedes: @escaping @Sendable (Row.ID, Row.ID) -> Bool,
        _ aggregation: Aggregation<Item, Summary, Result>,
        row: @escaping @Sendable (Row.ID, Result) -> Row
    ) {
        self.key = key
        self.precedes = precedes
        self.aggregation = aggregation
        self.row = row
    }

    @inlinable package var snapshot: ListSnapshot<Row> { draft.snapshot }

    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) {
        groups.removeAll()
        var touched = UniqueIDs<Key>()
        list.forEach(in: 0..<list.count) { take($1, out: false, &touched) }
        if !draft.isEmpty { startOver() }
        let precedes = precedes
        let rows = rows(of: touched.ids).compactMap(\.row)
        let places = sortedPlaces(rows.count) { precedes(rows[$0].id, rows[$1].id) }
        draft.load(count: rows.count) { rows[places[$0]] }
    }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        var touched = UniqueIDs<Key>()
        for range in changes.deletions.ranges { before.forEach(in: range) { take($1, out: true, &touched) } }
        for pair in changes.updates {
            take(before.tree.element(at: pair.before), out: true, &touched)
            take(after.tree.element(at: pair.after), out: false, &touched)
        }
        for range in changes.insertions.ranges { after.forEach(in: range) { take($1, out: false, &touched) } }
        for key in touched.ids where groups[key]?.count ?? 1 <= 0 { groups[key] = nil }
        let precedes = precedes
        for (key, row) in rows(of: touched.ids) {
            switch (draft.position(of: key), row) {
            case (let position?, let row?): draft.put(row, at: position)
            case (let position?, nil): try draft.remove(at: position)
            case (nil, let row?): try draft.insert(row, at: draft.tree.partitioningPosition { precedes(key, $0.id) })
            case (nil, nil): break
            }
        }
    }

    @inlinable
    package mutating func startOver() { draft = ListDraft() }

    @inlinable
    mutating func take(_ item: Item, out: Bool, _ touched: inout UniqueIDs<Key>) {
        let key = key(item)
        touched.note(key)
        let change = out ? aggregation.remove : aggregation.add
        let empty = aggregation.initial
        change(&groups[key, default: Group(empty)].summary, item)
        groups[key, default: Group(empty)].count += out ? -1 : 1
    }

    /// The rows of some keys; `nil` for a key without one.
    @inlinable
    func rows(of keys: [Key]) -> [(key: Key, row: Row?)] {
        let (groups, result, make) = (groups, aggregation.result, row)
        return keys.map { key in (key, groups[key].flatMap { result($0.summary) }.map { make(key, $0) }) }
    }
}

extension AggregateByKeyOperator where Row.ID: Comparable {
    /// Creates an operator whose rows are in ascending order of their keys.
    @inlinable
    package init(
        by key: @escaping @Sendable (Item) -> Row.ID,
        _ aggregation: Aggregation<Item, Summary, Result>,
        row: @escaping @Sendable (Row.ID, Result) -> Row
    ) {
        self.init(by: key, order: { comesBefore($0, $1) }, aggregation, row: row)
    }
}
