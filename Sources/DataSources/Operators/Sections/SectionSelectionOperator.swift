/// Keeps some of the sections, under headers made from theirs; see ``DerivableSource/filterSections(_:)`` and
/// ``DerivableSource/mapHeaders(_:)``.
///
/// A section shares the tree of its items. Nothing is copied and no item is read, whatever the size of the section; the
/// diff of two states skips the nodes they share.
@usableFromInline
package struct SectionSelectionOperator<OldHeader, Header, Item>: IncrementalOperator, ~Copyable
where
    OldHeader: Identifiable & Equatable & Sendable, OldHeader.ID: Sendable,
    Header: Identifiable & Equatable & Sendable, Header.ID == OldHeader.ID,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline typealias Old = SectionRecord<OldHeader, Item>
    @usableFromInline typealias Record = SectionRecord<Header, Item>

    /// The new header of a section, with the same id; `nil` to leave the section out.
    @usableFromInline var make: @Sendable (_ section: Old) -> Header?
    /// Whether the new header of a section can change without the old one.
    @usableFromInline let dependsOnItems: Bool
    @usableFromInline var list = FlatDraft<Record>()
    /// The number of items in the sections shown.
    @usableFromInline var totalItems = 0
    /// The lineage of the snapshots: slots of sections belong to this draft, slots of items to upstream.
    @usableFromInline var lineage = Lineage.none
    /// The lineage of the last upstream snapshot.
    @usableFromInline var origin = Lineage.none

    /// Creates an operator that leaves out the sections for which `make` returns `nil`.
    ///
    /// It calls `make` for sections that are inserted or whose header changes, in the order of positions; if
    /// `dependsOnItems`, also for those whose items change.
    @inlinable
    init(dependsOnItems: Bool = false, make: @escaping @Sendable (_ section: Old) -> Header?) {
        (self.dependsOnItems, self.make) = (dependsOnItems, make)
    }

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> {
        SectionedSnapshot(tree: list.draft.tree, lineage: lineage, totalItems: totalItems)
    }

    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<OldHeader, Item>) {
        adopt(sections.lineage)
        let make = make
        var total = 0
        list.remake(from: sections.records) { section, records in
            guard let header = make(section) else { return }
            records.append(Record(header: header, tree: section.tree, slot: section.slot))
            total += section.tree.count
        }
        totalItems = total
    }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<OldHeader, Item>>) throws {
        adopt(update.after.lineage)
        guard let outer = Update(from: update.before.records, to: update.after.records) else { return }
        for position in outer.changes.deletions {
            totalItems -= list.result(at: position)?.tree.count ?? 0
        }
        // What is shown of sections whose header is unchanged: a header, or `nil` if the section is left out.
        var known: KeyTable<Header.ID, Header?> = KeyTable()
        for pair in outer.changes.updates {
            let (old, new) = (outer.before.tree.element(at: pair.before), outer.after.tree.element(at: pair.after))
            let shown = list.result(at: pair.before)
            totalItems -= shown?.tree.count ?? 0
            if !dependsOnItems, old.header == new.header { known[new.id] = .some(shown?.header) }
        }
        let make = make
        var arriving = 0
        try list.follow(outer) { section, records in
            guard let header = known[section.id] ?? make(section) else { return }
            records.append(Record(header: header, tree: section.tree, slot: section.slot))
            arriving += section.tree.count
        }
        totalItems += arriving
    }

    @inlinable
    package mutating func startOver() { list.startOver() }

    /// Records the lineage that the items' slots belong to from now on.
    @inlinable
    mutating func adopt(_ lineage: Lineage) {
        if lineage == .none {
            self.lineage = .none
        } else if !lineage.sharesSlots(with: origin) {
            self.lineage = .unique()
        }
        origin = lineage
    }
}

extension SectionedSnapshot {
    /// The sections as a list; they are equal if their headers are equal and their items identical.
    @inlinable var records: ListSnapshot<SectionRecord<Header, Item>> { ListSnapshot(tree: tree, lineage: lineage) }
}

extension SectionSelectionOperator where Header == OldHeader {
    /// Creates an operator that keeps the sections whose headers satisfy `isIncluded`.
    @inlinable
    package init(_ isIncluded: @escaping @Sendable (Header) -> Bool) {
        self.init(make: { isIncluded($0.header) ? $0.header : nil })
    }

    /// Creates an operator that drops sections without items; see ``DerivableSource/hidingEmptySections()``.
    @inlinable
    package init(hidingEmpty: Void) {
        self.init(dependsOnItems: true, make: { $0.tree.count == 0 ? nil : $0.header })
    }
}

extension SectionSelectionOperator {
    /// Creates an operator that keeps all sections, under new headers.
    @inlinable
    package init(mapping transform: @escaping @Sendable (OldHeader) -> Header) {
        self.init(make: { made(transform($0.header), of: $0.header, by: "mapHeaders") })
    }
}

/// Works like ``SectionSelectionOperator`` with a predicate that also depends on a value.
@usableFromInline
package typealias SectionSelectionByOperator<Header, Item, Value> =
    ByValueOperator<SectionSelectionOperator<Header, Header, Item>, Value>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Value: Equatable & Sendable

extension ByValueOperator where Base: ~Copyable {
    /// Creates an operator that keeps the sections whose headers satisfy `isIncluded` for a value.
    @inlinable
    package init<Header, Item>(_ isIncluded: @escaping @Sendable (_ header: Header, _ value: Value) -> Bool)
    where Base == SectionSelectionOperator<Header, Header, Item> {
        self.init(SectionSelectionOperator(make: { _ in nil })) { value, base in
            base.make = { section in isIncluded(section.header, value) ? section.header : nil }
        }
    }
}
