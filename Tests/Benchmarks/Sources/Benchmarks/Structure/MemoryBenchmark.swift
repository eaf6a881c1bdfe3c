import DataSources

/// What lists, indexes and retained snapshots weigh, by malloc's own account; the items' strings belong to nobody here.
enum MemoryBenchmark {
    private static let title = "Memory (bytes that malloc has handed out)"
    private static let item = "bytes of a snapshot per item, over an Array"
    private static let index = "bytes of a draft's index per item"
    private static let retained = "bytes of each of 1,000 snapshots one edit apart"

    private static let source = "bytes of a ListSource per item"
    private static let chain = "bytes of filter, sorted, grouped, flattened, window per source item"

    static let rows = [item, index, retained, source, chain]

    static func measure(into report: inout Report, quick: Bool) async throws {
        let size = quick ? 100_000 : 1_000_000
        if report.wants(source) { try measureSource(size, into: &report) }
        if report.wants(chain) { try await measureChain(size, into: &report) }
        for size in quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000] {
            if report.wants(item) || report.wants(index) { try measureParts(size, into: &report) }
            if report.wants(retained) { try measureRetained(size, into: &report) }
        }
    }

    /// An item of three integers, so that nothing but the list is weighed.
    private struct Figure: Identifiable, Equatable, Sendable {
        let id: Int
        let group: Int
        let value: Int

        init(_ id: Int) {
            self.id = id
            group = id &* 7919 % 1_000
            value = Int(truncatingIfNeeded: UInt64(id) &* 0x9E37_79B9_7F4A_7C15 >> 24)
        }
    }

    private static func measureSource(_ size: Int, into report: inout Report) throws {
        let bytes = try bytesPerItem(size) { try ListSource((0..<size).lazy.map { Figure($0) }) }
        report.add(Row(group: title, name: source, size: size, value: bytes, unit: "B", bar: quickBar(44, size)))
    }

    /// Half of the items pass the filter, so four derived sources hold two items for each of the source.
    private static func measureChain(_ size: Int, into report: inout Report) async throws {
        let origin = try ListSource((0..<size).lazy.map { Figure($0) })
        let start = allocatedBytes()
        let visible = origin.filter { $0.id % 2 == 0 }.sorted { $0.value < $1.value }.grouped(by: \.group).flattened()
            .window(ListWindow(start: 0, count: 50))
        consume(await visible.snapshot)
        let bytes = Double(allocatedBytes() - start) / Double(size)
        consume(visible)
        report.add(Row(group: title, name: chain, size: size, value: bytes, unit: "B", bar: quickBar(60, size)))
    }

    private static func quickBar(_ bar: Double, _ size: Int) -> Double? { size == 1_000_000 ? bar : nil }

    private static func measureParts(_ size: Int, into report: inout Report) throws {
        let items = (0..<size).map { Employee($0) }
        let array = bytesPerItem(size) { items.map { $0 } }
        let dictionary = bytesPerItem(size) {
            Dictionary(uniqueKeysWithValues: zip(items.lazy.map(\.id), items.indices))
        }
        let tree = try bytesPerItem(size) { try ListSnapshot(items) }
        let draft = try bytesPerItem(size) { Kept(try ListDraft(items)) }
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

    /// A draft that an array can hold.
    private final class Kept {
        private let draft: ListDraft<Employee>

        init(_ draft: consuming ListDraft<Employee>) { self.draft = draft }
    }

    /// What one of the things that `make` makes weighs, divided by the `count` of its items.
    ///
    /// Of short ones there are many, so that what malloc keeps at hand is not what is measured.
    private static func bytesPerItem<Thing>(_ count: Int, make: () throws -> Thing) rethrows -> Double {
        let things = max(1, 200_000 / count)
        var kept: [Thing] = []
        kept.reserveCapacity(things)
        let start = allocatedBytes()
        for _ in 0..<things { kept.append(try make()) }
        let bytes = Double(allocatedBytes() - start)
        consume(kept)
        return bytes / Double(things * count)
    }

    private static func measureRetained(_ size: Int, into report: inout Report) throws {
        var draft = try ListDraft((0..<size).map { Employee($0) })
        var generator = Generator(seed: 13)
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
}
