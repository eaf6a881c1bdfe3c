import DataSources

/// What lists, indexes and retained snapshots weigh, by malloc's own account; the items' strings belong to nobody here.
enum MemoryBenchmark {
    private static let title = "Memory (bytes that malloc has handed out)"
    private static let item = "bytes of a snapshot per item, over an Array"
    private static let index = "bytes of a draft's index per item"
    private static let retained = "bytes of each of 1,000 snapshots one edit apart"

    static let rows = [item, index, retained]

    static func measure(into report: inout Report, quick: Bool) throws {
        for size in quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000] {
            if report.wants(item) || report.wants(index) { try measureParts(size, into: &report) }
            if report.wants(retained) { try measureRetained(size, into: &report) }
        }
    }

    private static func measureParts(_ size: Int, into report: inout Report) throws {
        let items = (0..<size).map { Employee($0) }
        let start = allocatedBytes()
        let copy = items.map { $0 }
        let array = perItem(since: start, size)
        consume(copy)

        let beforeDraft = allocatedBytes()
        let (snapshot, draft) = try snapshotOfDraft(items, since: beforeDraft)
        let tree = perItem(since: beforeDraft, size)
        consume(snapshot)
        let dictionary = { () -> Double in
            let start = allocatedBytes()
            let positions = Dictionary(uniqueKeysWithValues: zip(items.lazy.map(\.id), items.indices))
            let bytes = perItem(since: start, size)
            consume(positions)
            return bytes
        }()

        report.add(
            Row(
                group: title, name: item, size: size, value: tree - array, unit: "B", against: "an Array's bytes",
                ratio: tree / array))
        report.add(
            Row(
                group: title, name: index, size: size, value: draft - tree, unit: "B",
                bar: size == 1_000_000 ? 40 : nil))
        report.add(Row(group: title, name: "  Dictionary, id to position", size: size, value: dictionary, unit: "B"))
    }

    /// A snapshot whose draft is gone, and the bytes per item while it was there.
    private static func snapshotOfDraft(
        _ items: [Employee], since start: Int
    ) throws -> (ListSnapshot<Employee>, Double) {
        let draft = try ListDraft(items)
        let bytes = perItem(since: start, items.count)
        return (draft.snapshot, bytes)
    }

    private static func measureRetained(_ size: Int, into report: inout Report) throws {
        var draft = try ListDraft((0..<size).map { Employee($0) })
        var generator = Generator(state: 13)
        let count = 1_000
        var snapshots = [draft.snapshot]
        snapshots.reserveCapacity(count + 1)
        let start = allocatedBytes()
        for number in 0..<count {
            try draft.update(id: generator.below(size)) { $0.salary = -number - 1 }
            snapshots.append(draft.snapshot)
        }
        let bytes = Double(allocatedBytes() - start) / Double(count)
        consume(snapshots)
        report.add(Row(group: title, name: retained, size: size, value: bytes, unit: "B"))
    }

    private static func perItem(since start: Int, _ count: Int) -> Double {
        Double(allocatedBytes() - start) / Double(count)
    }
}
