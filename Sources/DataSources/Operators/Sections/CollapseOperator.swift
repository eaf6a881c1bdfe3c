/// Shows some sections without their items; see ``DerivableSource/collapsingSections(_:)``.
@usableFromInline
package struct CollapseOperator<Header, Item>: IncrementalPairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias First = SectionedSnapshot<Header, Item>
    @usableFromInline package typealias Second = ValueSnapshot<Set<Header.ID>>
    @usableFromInline package typealias Output = SectionedSnapshot<Header, Item>
    @usableFromInline typealias Record = SectionRecord<Header, Item>

    @usableFromInline package var states = (SectionedSnapshot<Header, Item>(), ValueSnapshot<Set<Header.ID>>())
    /// The sections at their upstream positions, each with the upstream tree of its items or an empty one.
    @usableFromInline var sections = ListDraft<Record>()
    @usableFromInline var totalItems = 0
    @usableFromInline var lineage = SharedLineage()
    @usableFromInline package var policy = RebuildPolicy.never

    @inlinable
    package init() {}

    @inlinable package var itemCount: Int { totalItems }

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> {
        SectionedSnapshot(tree: sections.tree, lineage: lineage.current, totalItems: totalItems)
    }

    @inlinable
    package mutating func startOver() { sections = ListDraft() }

    @inlinable
    package mutating func build(
        _ sections: SectionedSnapshot<Header, Item>, _ collapsed: ValueSnapshot<Set<Header.ID>>
    ) {
        states = (sections, collapsed)
        var records: ContiguousArray<Record> = []
        if let ids = collapsed.value {
            records.reserveCapacity(sections.count)
            var upstream = ChunkTree<Record>.Iterator(sections.tree)
            while let record = upstream.next() { records.append(Self.shown(record, ids)) }
        }
        self.sections.show(records)
        totalItems = self.sections.snapshot.itemCountOfSections()
        lineage.adopt(self.sections.lineage, sections.lineage)
    }

    @inlinable
    package mutating func follow(
        _ first: Update<SectionedSnapshot<Header, Item>>?, _ second: Update<ValueSnapshot<Set<Header.ID>>>?
    ) throws {
        let before = states
        states = (first?.after ?? before.0, second?.after ?? before.1)
        guard let old = before.1.value, let new = states.1.value else { return build(states.0, states.1) }
        let upstream = states.0.records
        if let first, let changed = Update(from: first.before.records, to: first.after.records) {
            let changes = changed.changes
            for position in changes.deletions { totalItems -= sections[position]?.tree.count ?? 0 }
            for pair in changes.updates { totalItems -= sections[pair.before]?.tree.count ?? 0 }
            try sections.replay(changes) { Self.shown(upstream.tree.element(at: $0), new) }
            for position in changes.insertions { totalItems += sections[position]?.tree.count ?? 0 }
            for pair in changes.updates { totalItems += sections[pair.after]?.tree.count ?? 0 }
        }
        if second != nil {
            // A set of ids that misbehave can trap when it is made.
            for (set, other) in [(old, new), (new, old)] {
                for id in set where !other.contains(id) { toggle(id, upstream, new) }
            }
        }
        lineage.adopt(sections.lineage, states.0.lineage)
    }

    /// Opens or collapses a section, if there is one with the id.
    @inlinable
    mutating func toggle(_ id: Header.ID, _ upstream: ListSnapshot<Record>, _ collapsed: Set<Header.ID>) {
        guard let position = sections.position(of: id), position < upstream.count else { return }
        let record = Self.shown(upstream.tree.element(at: position), collapsed)
        totalItems += record.tree.count - sections.tree.element(at: position).tree.count
        sections.put(record, at: position)
    }

    /// A section as the output has it.
    @inlinable
    static func shown(_ record: Record, _ collapsed: Set<Header.ID>) -> Record {
        collapsed.contains(record.id)
            ? Record(header: record.header, tree: ChunkTree(emptyAt: 0), slot: record.slot) : record
    }
}
