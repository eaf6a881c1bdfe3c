import DataSources

/// A snapshot whose beginnings can be shown before the rest.
protocol DivisibleSnapshot: SnapshotProtocol {
    /// Beginnings of `count`, 2 · `count`, 3 · `count` … items, each shorter than the snapshot.
    func beginnings(every count: Int) -> [Self]
}

extension ListSnapshot: DivisibleSnapshot {
    /// - Complexity: O(*m* / 32) for a beginning of *m* items: it shares nodes.
    func beginnings(every count: Int) -> [ListSnapshot] {
        stride(from: count, to: self.count, by: count).map { ListSnapshot(self[0..<$0]) }
    }
}

extension SectionedSnapshot: DivisibleSnapshot {
    /// Sections without items come with the items after them.
    ///
    /// - Complexity: O(*s*) for every beginning, in the number of sections.
    func beginnings(every count: Int) -> [SectionedSnapshot] {
        stride(from: count, to: itemCount, by: count).map { prefix(items: $0) }
    }
}
