import DataSources

/// A whole array in, an update out: `replaceAll` of a source, and what its one subscriber receives.
///
/// That is what an app does whose server, database or decoder sends whole lists. By hand it keeps both arrays, and looks
/// for the changes with a dictionary or with the standard library's difference.
enum ArrayBenchmark {
    private static let title = "A whole array in, an update out (CPU time of the process, median)"

    static let workloads = [10_000, 100_000].flatMap { size in
        [Shape.shuffle, .reverse, .rotate, .scatter, .replace].map { Workload($0, size) }
    }

    static let rows = workloads.flatMap { workload in
        [IdentityKind.int, .uuid, .string].map { name(workload, $0) }
    }

    static func measure(into report: inout Report, quick: Bool) async throws {
        for workload in workloads where !quick || workload.size <= 10_000 {
            try await measure(workload, of: IntItem.self, into: &report, quick: quick)
            try await measure(workload, of: UUIDItem.self, into: &report, quick: quick)
            try await measure(workload, of: StringItem.self, into: &report, quick: quick)
        }
    }

    private static func name(_ workload: Workload, _ kind: IdentityKind) -> String {
        "replaceAll and update, \(workload.name), \(kind.rawValue)"
    }

    private static func measure<Item: DifferenceItem>(
        _ workload: Workload, of type: Item.Type, into report: inout Report, quick: Bool
    ) async throws {
        let name = name(workload, Item.kind)
        guard report.wants(name) else { return }
        let small = Workload(workload.shape, 300).lists(of: type)
        try Verification.check(old: small.old, new: small.new, of: name)
        let (old, new) = workload.lists(of: type)
        let isInReach = workload.shape == .rotate || workload.shape == .scatter
        let (ids, newIDs) = (old.map(\.id), new.map(\.id))
        var (ours, byHand, standard) = (Sample(), Sample(), Sample())
        for _ in 0..<(quick ? 5 : workload.size > 10_000 ? 11 : 31) {
            let source = try ListSource(old)
            let subscription = source.subscribe()
            let start = processNanoseconds()
            try await source.replaceAll(with: new)
            guard let update = await subscription.next() else { throw WrongResult(description: "\(name): no update") }
            consume(update.changes)
            ours.values.append(Double(processNanoseconds() - start))
            guard Array(update.after) == new else { throw WrongResult(description: "\(name): another list") }

            byHand.values.append(cost { consume(PlainDifference(from: old, to: new)) })
            if isInReach {
                standard.values.append(cost { consume(newIDs.difference(from: ids).inferringMoves()) })
            }
        }
        report.add(
            Row(
                group: title, name: name, size: workload.size, sample: ours, in: .milliseconds, by: .median,
                against: ("a Dictionary", byHand), bar: 1, work: name))
        let others = [("a Dictionary", byHand)] + (isInReach ? [("difference(from:)", standard)] : [])
        for (other, sample) in others {
            report.add(
                Row(
                    group: title, name: "  \(other)", size: workload.size, sample: sample, in: .milliseconds,
                    by: .median, against: ("ours", ours)))
        }
    }
}

/// What most people write: the old positions by id, and a walk over the new list.
///
/// It reports every item that is in another position as moved.
private struct PlainDifference {
    var deletions: [Int] = []
    var insertions: [Int] = []
    var moves: [(before: Int, after: Int)] = []
    var updates: [(before: Int, after: Int)] = []

    init<Item: Identifiable & Equatable>(from old: [Item], to new: [Item]) {
        let positions = Dictionary(uniqueKeysWithValues: zip(old.lazy.map(\.id), old.indices))
        var isKept = [Bool](repeating: false, count: old.count)
        for (position, item) in new.enumerated() {
            guard let before = positions[item.id] else {
                insertions.append(position)
                continue
            }
            isKept[before] = true
            if before != position { moves.append((before, position)) }
            if old[before] != item { updates.append((before, position)) }
        }
        for position in old.indices where !isKept[position] { deletions.append(position) }
    }
}
