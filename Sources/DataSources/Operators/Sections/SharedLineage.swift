/// The lineage of sections made of parts of several drafts: one lists the sections, others hold their items.
///
/// Slots keep their meaning as long as all drafts are the same ones.
@usableFromInline
struct SharedLineage: Sendable {
    @usableFromInline var current = Lineage.none
    @usableFromInline var origins: [Lineage] = []

    @inlinable
    init() {}

    /// Records the lineages of the drafts; without a lineage for one of them there is none.
    @inlinable
    mutating func adopt(_ origins: Lineage...) {
        if self.origins == origins { return }
        self.origins = origins
        current = origins.contains(.none) ? .none : .unique()
    }
}

extension ListSnapshot {
    /// The number of items in all sections of a list of sections.
    ///
    /// - Complexity: O(*s*)
    @inlinable
    func itemCountOfSections<Header, Content>() -> Int where Item == SectionRecord<Header, Content> {
        var count = 0
        tree.forEachLeaf { records, _ in
            for record in records { count += record.tree.count }
        }
        return count
    }
}
