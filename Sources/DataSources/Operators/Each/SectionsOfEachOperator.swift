/// Makes a section of each item and its list; see ``DerivableSource/sectionedEach(fileID:line:_:)``.
@usableFromInline
struct SectionsOfEachOperator<Item, Child>: IncrementalOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Child: Identifiable & Equatable & Sendable, Child.ID: Sendable
{
    @usableFromInline typealias Row = CombinedItem<Item, ListSnapshot<Child>>
    @usableFromInline typealias Result = Keyed<FlatID<Item.ID, Child.ID>, Child>

    /// Each id comes from one item's list, and only once, so positions suffice.
    @usableFromInline var draft = SectionedDraft<Item, Result>(byPosition: ())

    @inlinable
    init() {}

    @inlinable var snapshot: SectionedSnapshot<Item, Result> { draft.snapshot }

    @inlinable
    mutating func startOver() { draft = SectionedDraft(byPosition: ()) }

    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Row>>) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        try draft.checkSection(before.count - 1, of: "follow a change")
        var aside = try draft.removeLeavingSections(changes, at: 0)[...]
        for position in (Array(changes.insertions) + aside).sorted() {
            if aside.first == position {
                draft.moveSection(from: draft.sections.count - aside.count, to: position)
                aside.removeFirst()
            } else {
                try draft.insertSection(Self.section(of: after.tree.element(at: position)), at: position)
            }
        }
        for pair in changes.updates {
            let (old, new) = (before.tree.element(at: pair.before), after.tree.element(at: pair.after))
            try draft.checkSection(pair.after, of: "update")
            draft.putHeader(new.item, at: pair.after)
            guard let step = Update(from: old.snapshot, to: new.snapshot) else { continue }
            try draft.replay(step, inSection: pair.after) { FlatOfEachOperator<Item, Child>.result(of: new, $0) }
        }
    }

    /// Rebuilds everything; equal results do not count as changes.
    @inlinable
    mutating func build(_ rows: ListSnapshot<Row>) {
        draft.show(rows.map { Self.section(of: $0) })
    }

    @inlinable
    static func section(of row: Row) -> ItemSection<Item, Result> {
        ItemSection(row.item, items: row.snapshot.map { FlatOfEachOperator<Item, Child>.result(of: row, $0) })
    }
}
