import DataSources
import OrderedCollections

/// A snapshot of an array, which tells duplicates apart, beside what else one would build to look for them.
enum SnapshotBenchmark {
    private static let title = "A snapshot of an array (CPU time, least)"

    static let rows = [IdentityKind.int, .uuid, .string].map(name)

    static func measure(into report: inout Report, quick: Bool) throws {
        for size in quick ? [10_000] : [10_000, 100_000] {
            try measure(size, of: IntItem.self, into: &report, quick: quick)
            try measure(size, of: UUIDItem.self, into: &report, quick: quick)
            try measure(size, of: StringItem.self, into: &report, quick: quick)
        }
    }

    private static func name(_ kind: IdentityKind) -> String { "ListSnapshot(array), \(kind.rawValue)" }

    private static func measure<Item: DifferenceItem>(
        _ size: Int, of type: Item.Type, into report: inout Report, quick: Bool
    ) throws {
        let name = name(Item.kind)
        guard report.wants(name) else { return }
        let items = Workload(.same, size).lists(of: type).old
        guard try ListSnapshot(items).elementsEqual(items) else {
            throw WrongResult(description: "\(name): another list")
        }
        let (ours, set, ordered) = ("ours", "a Set of the ids", "the OrderedDictionary of an IdentifiedArray")
        let samples = Contest(quick: quick).run([
            Contestant(ours) { consume((try? ListSnapshot(items))?.count) },
            Contestant(set) { consume(Set(items.map(\.id)).count) },
            // As `IdentifiedArray(uniqueElements:)` does.
            Contestant(ordered) {
                consume(OrderedDictionary(uniqueKeysWithValues: items.lazy.map { ($0.id, $0) }).count)
            },
        ])
        guard let our = samples[ours] else { return }
        // Items with an `Int` have a text too, which a set of their ids does not retain.
        let bars: [(String, Double?)] = [(set, Item.kind == .int ? nil : 0.8), (ordered, 1)]
        for (other, bar) in bars {
            guard let sample = samples[other] else { continue }
            report.add(
                Row(
                    group: title, name: name, size: size, sample: our, in: .milliseconds, against: (other, sample),
                    bar: size == 100_000 ? bar : nil, work: "\(name), 100k"))
            report.add(
                Row(
                    group: title, name: "  \(other)", size: size, sample: sample, in: .milliseconds,
                    against: (ours, our)))
        }
    }
}
