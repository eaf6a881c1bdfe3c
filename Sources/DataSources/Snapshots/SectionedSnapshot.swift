/// An immutable, ordered list of sections of identified items: one state of a sectioned source.
///
/// It is a collection of its ``ItemSection``s; ``items`` is the collection of the items of all sections. Copies are O(1),
/// and snapshots one edit apart share all but a few hundred bytes. The items of a section are a ``ListSnapshot``.
///
/// ```swift
/// let company = try SectionedSnapshot([ItemSection(engineering, items: [alice, bob]), ItemSection(sales, items: [carol])])
/// company[ItemPath(section: 1, item: 0)]    // Employee?, nil when out of range
/// company[0]?.header                        // Department?, the same as company[section: 0]?.header
/// for section in company { print(section.header.title, section.items.count) }
/// ```
///
/// | Operation | Cost, for *s* sections with *n* items in total |
/// |---|---|
/// | copy, `count`, ``itemCount``, ``version`` | O(1) |
/// | item at a path, section at a position | O(log *s* + log *n*) |
/// | section by id | O(*s*) |
/// | item or path by id | O(*n*): only a ``SectionedDraft`` has an index by id |
public struct SectionedSnapshot<Header, Item>: Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline var tree: ChunkTree<SectionRecord<Header, Item>>
    @usableFromInline var lineage: Lineage
    /// The number of items in all sections.
    @usableFromInline var totalItems: Int
    @usableFromInline var stamp: Version?

    /// The commit that published this snapshot; `nil` for a snapshot that no source has committed.
    ///
    /// Equality ignores it.
    @inlinable
    public var version: Version? { stamp }

    @inlinable
    init(tree: ChunkTree<SectionRecord<Header, Item>>, lineage: Lineage, totalItems: Int) {
        self.tree = tree
        self.lineage = lineage
        self.totalItems = totalItems
    }

    /// Creates an empty snapshot.
    @inlinable
    public init() {
        self.init(tree: ChunkTree(emptyAt: 0), lineage: .none, totalItems: 0)
    }

    /// The number of items in all sections, in O(1).
    @inlinable
    public var itemCount: Int { totalItems }

    @inlinable
    func section(of record: SectionRecord<Header, Item>) -> ItemSection<Header, Item> {
        ItemSection(record.header, items: ListSnapshot(tree: record.tree, lineage: lineage))
    }
}

extension SectionedSnapshot {
    /// Creates a snapshot that law 10 forbids, to test that functions end for any input.
    package init(unchecked sections: some Sequence<(header: Header, items: [Item])>) {
        let records = sections.map { header, items in
            SectionRecord(header: header, tree: ChunkTree(unindexed: ContiguousArray(items)), slot: 0)
        }
        self.init(
            tree: ChunkTree(unindexed: ContiguousArray(records)),
            lineage: .none,
            totalItems: records.reduce(0) { $0 + $1.tree.count }
        )
    }
}
