/// Puts a list under a header; see ``DerivableSource/sectioned(under:)``.
///
/// The section shares the list's tree: nothing is copied, and the diff of two states skips their shared nodes.
@usableFromInline
package struct SectionOperator<Header, Item>: SnapshotOperator, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline let header: Header

    @inlinable
    package init(under header: Header) {
        self.header = header
    }

    @inlinable
    package func apply(_ update: Update<ListSnapshot<Item>>) -> SectionedSnapshot<Header, Item> {
        section(of: update.after)
    }

    @inlinable
    func section(of list: ListSnapshot<Item>) -> SectionedSnapshot<Header, Item> {
        let record = SectionRecord(header: header, tree: list.tree, slot: 0)
        return SectionedSnapshot(
            tree: ChunkTree(unindexed: [record]), lineage: list.lineage, totalItems: list.count)
    }
}
