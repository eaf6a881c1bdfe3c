/// Maintains a summary of all items; see ``DerivableSource/aggregated(_:)``.
@usableFromInline
package struct AggregateOperator<Item, Summary, Result>: SnapshotOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Summary: Sendable, Result: Equatable & Sendable
{
    @usableFromInline let aggregation: Aggregation<Item, Summary, Result>
    @usableFromInline var summary: Summary
    @usableFromInline var shown: ValueSnapshot<Result>

    @inlinable
    package init(_ aggregation: Aggregation<Item, Summary, Result>) {
        self.aggregation = aggregation
        summary = aggregation.initial
        shown = aggregation.result(aggregation.initial).map { ValueSnapshot($0) } ?? ValueSnapshot()
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> ValueSnapshot<Result> {
        let (add, remove) = (aggregation.add, aggregation.remove)
        let (before, after, changes) = (update.before, update.after, update.changes)
        for range in changes.deletions.ranges { before.forEach(in: range) { remove(&summary, $1) } }
        for pair in changes.updates {
            remove(&summary, before.tree.element(at: pair.before))
            add(&summary, after.tree.element(at: pair.after))
        }
        for range in changes.insertions.ranges { after.forEach(in: range) { add(&summary, $1) } }
        let result = aggregation.result(summary)
        if result != shown.value { shown = result.map { ValueSnapshot($0) } ?? ValueSnapshot() }
        return shown
    }
}
