/// Some of the sections of another source, under headers made of theirs: a list of sections that follows its list of
/// sections.
///
/// A section is shown with the very tree of its items. Nothing is copied and no item is looked at, whatever the section
/// holds; what separates two states of its items is found where it is upstream.
@usableFromInline
struct SectionSelection<Header, Item>: ~Copyable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline typealias Record = SectionRecord<Header, Item>

    @usableFromInline var list = FlatDraft<Record>()
    /// The number of items in the sections shown.
    @usableFromInline var totalItems = 0
    /// Says that slots name the same nodes in two of the snapshots: of sections, which are this one's, and of items, which
    /// are upstream's.
    @usableFromInline var lineage = Lineage.none
    /// The lineage of what was followed last.
    @usableFromInline var origin = Lineage.none

    @inlinable
    init() {}

    @inlinable var snapshot: SectionedSnapshot<Header, Item> {
        SectionedSnapshot(tree: list.draft.tree, lineage: lineage, totalItems: totalItems)
    }

    /// Follows an update.
    ///
    /// - Parameters:
    ///   - update: An update that starts where the one before ended.
    ///   - header: The header of a section, with the id of its own; `nil` to leave it out. It is called for sections that
    ///     come and those whose header or items change, in the order of positions. Where the header is as it was, it is
    ///     also given what is shown: a header, or `nil` for a section that is left out.
    /// - Complexity: O(*k* log *s*) for *k* sections that come, go, move or change.
    @inlinable
    mutating func follow<OldHeader>(
        _ update: Update<SectionedSnapshot<OldHeader, Item>>,
        header: (_ section: SectionRecord<OldHeader, Item>, _ shown: Header??) -> Header?
    ) where OldHeader.ID == Header.ID {
        adopt(update.after.lineage)
        guard let outer = Update(from: update.before.records, to: update.after.records) else { return }
        for position in outer.changes.deletions {
            totalItems -= list.result(at: position)?.tree.count ?? 0
        }
        var known: KeyTable<Header.ID, Header?> = KeyTable()
        for pair in outer.changes.updates {
            let (old, new) = (outer.before.tree.element(at: pair.before), outer.after.tree.element(at: pair.after))
            let shown = list.result(at: pair.before)
            totalItems -= shown?.tree.count ?? 0
            if old.header == new.header { known[new.id] = .some(shown?.header) }
        }
        var arriving = 0
        let restarts = list.restarts
        list.follow(outer) { section, records in
            guard let header = header(section, known[section.id]) else { return }
            records.append(Record(header: header, tree: section.tree, slot: section.slot))
            arriving += section.tree.count
        }
        totalItems += arriving
        if list.restarts != restarts {
            // All sections have been asked about once more.
            totalItems = 0
            list.draft.tree.forEachLeaf { records, _ in for record in records { totalItems += record.tree.count } }
        }
    }

    /// Makes everything anew; sections that come out as they were stay what they were.
    ///
    /// - Complexity: O(*s*).
    @inlinable
    mutating func remake<OldHeader>(
        from sections: SectionedSnapshot<OldHeader, Item>,
        header: (_ section: SectionRecord<OldHeader, Item>) -> Header?
    ) where OldHeader.ID == Header.ID {
        adopt(sections.lineage)
        totalItems = 0
        var total = 0
        list.remake(from: sections.records) { section, records in
            guard let header = header(section) else { return }
            records.append(Record(header: header, tree: section.tree, slot: section.slot))
            total += section.tree.count
        }
        totalItems = total
    }

    /// Shows nothing.
    @inlinable
    mutating func removeAll() {
        list.removeAll()
        totalItems = 0
    }

    /// Takes note of whose items' slots there are from now on.
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
    /// The sections as items of a list, which are equal when they have equal headers and the very same items.
    @inlinable var records: ListSnapshot<SectionRecord<Header, Item>> { ListSnapshot(tree: tree, lineage: lineage) }
}
