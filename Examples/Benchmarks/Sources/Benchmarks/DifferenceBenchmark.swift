import DataSources
import Foundation

/// A whole new array comes in: the difference of two snapshots that share nothing, beside hashing every id once.
///
/// The workloads and the floor are those of the project's study of diff libraries: W1 is DifferenceKit's own benchmark.
struct DifferenceBenchmark {
    let name: String
    let old: [Tagged]
    let new: [Tagged]
    let bar: Double?

    private static func tokens(_ count: Int) -> [Tagged] {
        (0..<count).map { _ in Tagged(id: UUID(), tag: 0) }
    }

    /// DifferenceKit's: a block removed, a block inserted, the beginning shuffled.
    private static func readme(_ count: Int, block: Int, shuffled: Int, _ generator: inout Generator) -> (
        [Tagged], [Tagged]
    ) {
        let old = tokens(count)
        var new = old
        new.removeSubrange(2 * block..<3 * block)
        new.insert(contentsOf: tokens(block), at: 3 * block)
        new.replaceSubrange(0..<shuffled, with: new[0..<shuffled].shuffled(using: &generator))
        return (old, new)
    }

    static func workloads(quick: Bool) -> [DifferenceBenchmark] {
        var generator = Generator(state: 11)
        let small = readme(5_000, block: 1_000, shuffled: 200, &generator)
        let large = readme(100_000, block: 10_000, shuffled: 2_000, &generator)
        let base = tokens(100_000)
        let appended = base + tokens(1)
        var updated = base
        for _ in 0..<100 { updated[generator.below(updated.count)].tag += 1 }
        var scattered = base
        for _ in 0..<1000 { scattered.remove(at: generator.below(scattered.count)) }
        for _ in 0..<1000 { scattered.insert(tokens(1)[0], at: generator.below(scattered.count)) }
        for _ in 0..<100 {
            scattered.insert(
                scattered.remove(at: generator.below(scattered.count)), at: generator.below(scattered.count))
        }
        let small10 = tokens(10_000)
        return [
            DifferenceBenchmark(name: "W1 DifferenceKit's 5k", old: small.0, new: small.1, bar: 0.5),
            DifferenceBenchmark(name: "W1 DifferenceKit's 100k", old: large.0, new: large.1, bar: 0.25),
            DifferenceBenchmark(name: "W2 append 1", old: base, new: appended, bar: 0.15),
            DifferenceBenchmark(name: "W3 100 updates", old: base, new: updated, bar: 0.15),
            DifferenceBenchmark(name: "W4 shuffle", old: small10, new: small10.shuffled(using: &generator), bar: nil),
            DifferenceBenchmark(name: "W7 all replaced", old: small10, new: tokens(10_000), bar: nil),
            DifferenceBenchmark(name: "W9 1 % scattered", old: base, new: scattered, bar: nil),
        ]
    }

    static func measure(into report: inout Report, quick: Bool) {
        for workload in workloads(quick: quick) { workload.measure(into: &report) }
    }

    private func measure(into report: inout Report) {
        guard let before = try? ListSnapshot(old), let after = try? ListSnapshot(new),
            let draft = try? ListDraft(old)
        else { return }
        consume(draft.count)
        let (old, new) = (old, new)
        let samples = interleaved(
            rounds: 15,
            [
                ("floor", { cost { consume(Self.hashAll(old, new)) } }),
                ("ours", { cost { consume(after.changes(from: before)) } }),
            ])
        guard let floor = samples["floor"], let ours = samples["ours"] else { return }
        let changes = after.changes(from: before)
        report.add(
            Row(
                group: "Whole new array in, UUID ids: difference of unrelated snapshots (CPU ms, minimum)",
                name: "\(name) (\(changes.moves.count) moves)", size: new.count, value: ours.minimum / 1e6, unit: "ms",
                against: "hashing every id", ratio: ours.minimum / floor.minimum, bar: bar))
    }

    @inline(never)
    private static func hashAll(_ old: [Tagged], _ new: [Tagged]) -> Int {
        var sum = 0
        for item in old { sum ^= item.id.hashValue }
        for item in new { sum ^= item.id.hashValue }
        return sum
    }
}
