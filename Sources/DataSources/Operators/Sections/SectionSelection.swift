/// A draft of some sections of another source, under headers made from theirs.
///
/// A section shares the tree of its items. Nothing is copied and no item is read, whatever the size of the section; the
/// diff of two states skips the nodes they share.
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
    /// The lineage of the snapshots: slots of sections belong to this draft, slots of items to upstream.
    @usableFromInline var lineage = Lineage.none
    /// The lineage of the last upstream snapshot.
    @usableFromInline var origin = Lineage.none

    @inlinable
    init() {}

    @inlinable var snapshot: SectionedSnapshot<Header, Item> {
        SectionedSnapshot(tree: list.draft.tree, lineage: lineage, totalItems: totalItems)
    }

    /// Follows an update.
    ///
    /// - Parameters:
    ///   - update: An update that starts where the previous one ended.
    ///   - header: The header of a section, with the section's id; `nil` to leave it out. Called for sections that are
    ///     inserted or whose header or items change, in the order of positions. If the upstream header is unchanged, it
    ///     also gets the current result: a header, or `nil` for a section that is left out.
    /// - Throws: An error when ids misbehave; the draft is then inconsistent.
    /// - Complexity: O(*k* log *s*) for *k* sections that are inserted, deleted, moved or changed.
    @inlinable
    mutating func follow<OldHeader>(
        _ update: Update<SectionedSnapshot<OldHeader, Item>>,
        header: (_ section: SectionRecord<OldHeader, Item>, _ shown: Header??) -> Header?
    ) throws where OldHeader.ID == Header.ID {
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
        try list.follow(outer) { section, records in
            guard let header = header(section, known[section.id]) else { return }
            records.append(Record(header: header, tree: section.tree, slot: section.slot))
            arriving += section.tree.count
        }
        totalItems += arriving
    }

    /// Rebuilds everything; equal sections do not count as changes.
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
