/// Keeps the items of each section sorted; see ``DerivableSource/sortedItems(by:)-(ItemOrder<Item>)``.
///
/// Each section has a ``SortOperator`` of its own, which sorts its items and tells what changes among them. An item that
/// changes its section leaves one and arrives in another.
@usableFromInline
package struct SectionedSortOperator<Header, Item>: SnapshotOperator, ~Copyable
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
    /// The options of the sections' operators.
    @usableFromInline let (labelBits, bulk): (Int, Int)

    /// Creates an operator; tests use short labels and a small bulk.
    @inlinable
    package init(_ order: ItemOrder<Item>, labelBits: Int = 62, bulk: Int = 1000) {
        self.order = order
        self.labelBits = labelBits
        self.bulk = bulk
    }

    @inlinable
    package mutating func apply(_ update: Update<Input>) -> Input {
        if update.before.isEmpty {
            sort(update.after)
        } else {
            do {
                try edit(update)
            } catch {
                draft = SectionedDraft(byPosition: ())
                sort(update.after)
            }
        }
        return draft.snapshot
    }

    /// Sorts all sections; equal results do not count as changes.
    ///
    /// - Complexity: O(*n* log *n*).
    @inlinable
    mutating func sort(_ sections: Input) {
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
        let box = Sorting(SortOperator(order, labelBits: labelBits, bulk: bulk))
        box.operation.sort(ListSnapshot(tree: record.tree, lineage: .none))
        sorted[record.id] = box
        return ItemSection(record.header, items: box.operation.sorted.items.snapshot)
    }
}

extension SectionedSortOperator {
    /// Applies the changes one by one.
    ///
    /// - Throws: ``LostTrack`` if ids misbehave.
    /// - Complexity: O(log *n*) for each change; a section that is inserted or deleted counts as its items.
    @inlinable
    mutating func edit(_ update: Update<Input>) throws(LostTrack) {
        let (before, after) = (update.before, update.after)
        if draft.count != before.count { throw LostTrack() }
        guard let outer = Update(from: before.records, to: after.records) else { return }
        for position in outer.changes.deletions { sorted.removeValue(forKey: before.tree.element(at: position).id) }
        var aside = try draft.track { draft throws(EditError) in
            try draft.takeOutSections(outer.changes, at: 0)
        }[...]
        for position in (Array(outer.changes.insertions) + aside).sorted() {
            if aside.first == position {
                draft.moveSection(from: draft.count - aside.count, to: position)
                aside.removeFirst()
            } else {
                let section = section(of: after.tree.element(at: position))
                try draft.track { draft throws(EditError) in try draft.insertSection(section, at: position) }
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
    mutating func follow(
        _ update: Update<ListSnapshot<Item>>, at position: Int, _ id: Header.ID
    ) throws(LostTrack) {
        guard let box = sorted[id], box.operation.labels.count == update.before.count else { throw LostTrack() }
        let before = box.operation.sorted.items.snapshot
        let after = box.operation.apply(update)
        guard draft.itemCount(ofSection: position) == before.count else { throw LostTrack() }
        guard let change = Update(from: before, to: after) else { return }
        try draft.track { draft throws(EditError) in
            for range in change.changes.departures.reversed() {
                try draft.replaceKnown(range, inSection: position, with: EmptyCollection())
            }
            for range in change.changes.arrivals {
                try draft.replaceKnown(
                    range.lowerBound..<range.lowerBound, inSection: position,
                    with: range.map { after.tree.element(at: $0) })
            }
            for pair in change.changes.updates {
                let path = ItemPath(section: position, item: pair.after)
                try draft.checkPath(path, of: "update")
                draft.putItem(after.tree.element(at: pair.after), at: path)
            }
        }
        if draft.itemCount(ofSection: position) != after.count { throw LostTrack() }
    }
}

/// Works like ``SectionedSortOperator`` with an order that depends on a value.
@usableFromInline
package struct SectionedSortByValueOperator<Header, Item, Value>: PairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable
{
    @usableFromInline let order: @Sendable (Value) -> ItemOrder<Item>
    @usableFromInline var sorting: SectionedSortOperator<Header, Item>
    @usableFromInline var inputs = ValueInputs<SectionedSnapshot<Header, Item>, Value>()

    @inlinable
    package init(_ order: @escaping @Sendable (Value) -> ItemOrder<Item>) {
        self.order = order
        sorting = SectionedSortOperator(ItemOrder { _, _ in false })
    }

    @inlinable
    package mutating func apply(
        _ first: Update<SectionedSnapshot<Header, Item>>?,
        _ second: Update<ValueSnapshot<Value>>?
    ) -> SectionedSnapshot<Header, Item> {
        switch inputs.delta(first, second) {
        case .clear: sorting.sort(SectionedSnapshot())
        case .follow(let update, _): return sorting.apply(update)
        case .remake(let sections, let value):
            sorting.order = order(value)
            sorting.sort(sections)
        }
        return sorting.draft.snapshot
    }
}
