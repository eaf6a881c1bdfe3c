/// Keeps the items of each section sorted; see ``DerivableSource/sortedItems(by:)-(ItemOrder<Item>)``.
///
/// Each section has a ``SortOperator`` of its own, which sorts its items and tells what changes among them. An item that
/// changes its section leaves one and arrives in another.
@usableFromInline
package struct SectionedSortOperator<Header, Item>: IncrementalOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias Input = SectionedSnapshot<Header, Item>
    @usableFromInline typealias Record = SectionRecord<Header, Item>
    @usableFromInline typealias Sorting = OperatorBox<SortOperator<Item>>

    @usableFromInline var order: ItemOrder<Item>
    /// The items of each section, sorted.
    @usableFromInline var sorted: KeyTable<Header.ID, Sorting> = KeyTable()
    @usableFromInline var draft = SectionedDraft<Header, Item>(byPosition: ())
    /// Makes the operator of a section.
    @usableFromInline let sorting: @Sendable (_ order: ItemOrder<Item>) -> SortOperator<Item>

    /// Creates an operator; tests use other operators for the sections.
    @inlinable
    package init(
        _ order: ItemOrder<Item>,
        sorting: @escaping @Sendable (_ order: ItemOrder<Item>) -> SortOperator<Item> = { SortOperator($0) }
    ) {
        self.order = order
        self.sorting = sorting
    }

    @inlinable package var snapshot: Input { draft.snapshot }

    @inlinable
    package mutating func startOver() { draft = SectionedDraft(byPosition: ()) }

    /// Sorts all sections; equal results do not count as changes.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    package mutating func build(_ sections: Input) {
        sorted.removeAll()
        var shown: [ItemSection<Header, Item>] = []
        shown.reserveCapacity(sections.count)
        var records = ChunkTree<Record>.Iterator(sections.tree)
        while let record = records.next() { shown.append(section(of: record)) }
        draft.show(shown)
    }

    /// Sorts the items of a section that arrives.
    @inlinable
    mutating func section(of record: Record) -> ItemSection<Header, Item> {
        let box = Sorting(sorting(order))
        box.operation.build(ListSnapshot(tree: record.tree, lineage: .none))
        sorted[record.id] = box
        return ItemSection(record.header, items: box.operation.sorted.items.snapshot)
    }
}

extension SectionedSortOperator {
    /// Applies the changes one by one.
    ///
    /// - Throws: An error if ids misbehave.
    /// - Complexity: O(log *n*) for each change; a section that is inserted or deleted counts as its items.
    @inlinable
    package mutating func follow(_ update: Update<Input>) throws {
        let (before, after) = (update.before, update.after)
        if draft.count != before.count { throw LostTrack() }
        guard let outer = Update(from: before.records, to: after.records) else { return }
        for position in outer.changes.deletions { sorted.removeValue(forKey: before.tree.element(at: position).id) }
        var aside = try draft.removeLeavingSections(outer.changes, at: 0)[...]
        for position in (Array(outer.changes.insertions) + aside).sorted() {
            if aside.first == position {
                draft.moveSection(from: draft.count - aside.count, to: position)
                aside.removeFirst()
            } else {
                try draft.insertSection(section(of: after.tree.element(at: position)), at: position)
            }
        }
        if draft.count != after.count { throw LostTrack() }
        for pair in outer.changes.updates {
            let (old, new) = (before.tree.element(at: pair.before), after.tree.element(at: pair.after))
            draft.putHeader(new.header, at: pair.after)
            let (items, lineage) = (ListSnapshot(tree: old.tree, lineage: before.lineage), after.lineage)
            guard let change = Update(from: items, to: ListSnapshot(tree: new.tree, lineage: lineage)) else { continue }
            try follow(change, at: pair.after, new.id)
        }
    }

    /// Sorts what has changed in a section, and changes the section at `position` of the draft accordingly.
    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>, at position: Int, _ id: Header.ID) throws {
        guard let box = sorted[id], box.operation.labels.count == update.before.count else { throw LostTrack() }
        let before = box.operation.sorted.items.snapshot
        let after = box.operation.apply(update)
        guard draft.itemCount(ofSection: position) == before.count else { throw LostTrack() }
        guard let change = Update(from: before, to: after) else { return }
        try draft.replay(change, inSection: position) { $0 }
        if draft.itemCount(ofSection: position) != after.count { throw LostTrack() }
    }
}

/// Works like ``SectionedSortOperator`` with an order that depends on a value.
@usableFromInline
package typealias SectionedSortByValueOperator<Header, Item, Value> =
    ByValueOperator<SectionedSortOperator<Header, Item>, Value>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable

extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator with an order for each value.
    @inlinable
    package init<Header, Item>(_ order: @escaping @Sendable (Value) -> ItemOrder<Item>)
    where Base == SectionedSortOperator<Header, Item> {
        self.init(SectionedSortOperator(ItemOrder { _, _ in false })) { value, base in base.order = order(value) }
    }
}
