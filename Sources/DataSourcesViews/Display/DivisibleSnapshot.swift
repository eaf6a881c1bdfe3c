import DataSources

/// A snapshot whose beginning can be shown before the rest.
protocol DivisibleSnapshot: SnapshotProtocol {
    /// The first `count` items, fewer than the snapshot has.
    func beginning(_ count: Int) -> Self
}

extension ListSnapshot: DivisibleSnapshot {
    /// - Complexity: O(*m* / 32) for a beginning of *m* items: it shares nodes.
    func beginning(_ count: Int) -> ListSnapshot { ListSnapshot(self[0..<count]) }
}

extension SectionedSnapshot: DivisibleSnapshot {
    /// Sections without items come with the items after them.
    ///
    /// - Complexity: O(*s*) in the number of sections.
    func beginning(_ count: Int) -> SectionedSnapshot { prefix(items: count) }
}
