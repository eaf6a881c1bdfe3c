import DataSources

/// Values that have nothing to do with each other, on all cores at once.
///
/// There is nothing to break here but what values share unseen, such as the storage of all empty arrays, which is not to
/// be written to. ThreadSanitizer tells.
enum NothingInCommon {
    /// Makes empty values, and differences of states without a common id, in 64 tasks.
    static func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<64 { group.addTask { for _ in 0..<100 { try makeValues() } } }
        }
    }

    private static func makeValues() throws {
        let lists = try [0..<0, 0..<40, 100..<140].map { try ListSnapshot(numbers($0)) }
        let sections = try [0..<0, 0..<40, 100..<140].map { ids in
            try SectionedSnapshot([ItemSection(Number(id: 1), items: numbers(ids)), ItemSection(Number(id: 2))])
        }
        for (before, after) in [(0, 1), (1, 2), (2, 0)] {
            let list = lists[after].changes(from: lists[before])
            let items = sections[after].changes(from: sections[before]).items
            precondition(list.insertions.count == lists[after].count && list.deletions.count == lists[before].count)
            precondition(items.insertions.count == lists[after].count && items.deletions.count == lists[before].count)
        }
    }

    private static func numbers(_ ids: Range<Int>) -> [Number] {
        ids.map(Number.init)
    }

    private struct Number: Identifiable, Equatable {
        let id: Int
    }
}
