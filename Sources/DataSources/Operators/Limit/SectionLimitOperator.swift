/// Keeps the first items of each section; see ``DerivableSource/prefix(perSection:)``.
@usableFromInline
package struct SectionLimitOperator<Header, Item>: IncrementalOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var limit: Int
    @usableFromInline var draft = SectionedDraft<Header, Item>()

    @inlinable
    package init(_ limit: Int) {
        self.limit = limit
    }

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> { draft.snapshot }

    @inlinable
    package mutating func build(_ sections: SectionedSnapshot<Header, Item>) {
        let limit = limit
        draft.show(sections.map { Self.cut($0, to: limit) })
    }

    @inlinable
    package mutating func follow(_ update: Update<SectionedSnapshot<Header, Item>>) throws {
        let (before, after, changes, limit) = (update.before, update.after, update.changes, limit)
        for section in changes.sections.departures.joined() {
            try draft.removeSection(id: before.tree.element(at: section).id)
        }
        // Everything leaves its section before anything is inserted.
        var touched = UniqueIDs<Header.ID>()
        for paths in [changes.deletions.map { $0 }, changes.moves.map(\.before)] {
            for path in paths {
                let record = before.tree.element(at: path.section)
                touched.note(record.id)
                if let place = draft.path(of: record.tree.element(at: path.item).id) {
                    _ = draft.removeKnown(at: place)
                }
            }
        }
        for section in changes.sections.arrivals.joined() {
            try draft.insertSection(
                Self.cut(after[after.index(after.startIndex, offsetBy: section)], to: limit), at: section)
        }
        // From here on sections have their upstream positions.
        if draft.count != after.count { throw LostTrack() }
        for pair in changes.sections.updates {
            draft.putHeader(after.tree.element(at: pair.after).header, at: pair.after)
        }
        for path in changes.insertions { touched.note(after.tree.element(at: path.section).id) }
        for pair in changes.moves { touched.note(after.tree.element(at: pair.after.section).id) }
        for pair in changes.updates { touched.note(after.tree.element(at: pair.after.section).id) }
        for id in touched.ids {
            guard let section = draft.sectionPosition(of: id) else { continue }
            let items = ListSnapshot(tree: after.tree.element(at: section).tree, lineage: .none)
            try draft.replaceItems(inSection: id, with: items.prefix(limit))
        }
    }

    @inlinable
    package mutating func startOver() { draft = SectionedDraft() }

    @inlinable
    static func cut(_ section: ItemSection<Header, Item>, to limit: Int) -> ItemSection<Header, Item> {
        ItemSection(section.header, items: section.items.prefix(limit))
    }
}
