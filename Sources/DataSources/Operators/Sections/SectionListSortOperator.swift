/// Keeps sections sorted; see ``DerivableSource/sortedSections(by:)-(ItemOrder<_>)``.
///
/// A section is an item of a list that is sorted, and shares the tree of its items.
@usableFromInline
package struct SectionListSortOperator<Header, Item>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var list: SortOperator<SectionRecord<Header, Item>>
    @usableFromInline var lineage = SharedLineage()

    @inlinable
    package init(_ order: ItemOrder<Header>) {
        list = SortOperator(ItemOrder(comparing: order) { $0.header })
    }

    @inlinable
    package mutating func apply(
        _ update: Update<SectionedSnapshot<Header, Item>>
    ) -> SectionedSnapshot<Header, Item> {
        var sorted = list.snapshot
        if let records = Update(from: update.before.records, to: update.after.records) { sorted = list.apply(records) }
        lineage.adopt(sorted.lineage, update.after.lineage)
        // An order that contradicts itself may have led to other sections than those of the update.
        let count = sorted.itemCountOfSections()
        return SectionedSnapshot(tree: sorted.tree, lineage: lineage.current, totalItems: count)
    }
}

extension ItemOrder {
    /// The order of a part of each item.
    @inlinable
    init<Part>(comparing order: ItemOrder<Part>, of part: @escaping @Sendable (Item) -> Part) {
        self.init(
            precedes: { order.precedes(part($0), part($1)) },
            standing: {
                switch order.standing(part($0), part($1)) {
                case .before: .before
                case .tied: .tied
                case .after: .after
                }
            },
            permutation: { items in order.permutation(ContiguousArray(items.lazy.map(part))) })
    }
}
