import DataSources
import OrderedCollections

/// A whole new array comes in: the difference of two snapshots that share nothing, beside the floors and beside what
/// the standard library and swift-collections make of the same ids.
enum DifferenceBenchmark {
    private static let title = "Whole new array in: difference of unrelated snapshots (CPU time, least)"

    static let rows = Workload.all.flatMap { workload in IdentityKind.allCases.map { name(workload, $0) } }

    static func measure(into report: inout Report, quick: Bool) throws {
        for workload in Workload.all where !quick || workload.size <= 100_000 {
            try measure(workload, of: IntItem.self, into: &report, quick: quick)
            try measure(workload, of: UUIDItem.self, into: &report, quick: quick)
            try measure(workload, of: StringItem.self, into: &report, quick: quick)
            try measure(workload, of: HashableItem.self, into: &report, quick: quick)
        }
    }

    private static func name(_ workload: Workload, _ kind: IdentityKind) -> String {
        "\(workload.name), \(kind.rawValue)"
    }

    private static func measure<Item: DifferenceItem>(
        _ workload: Workload, of type: Item.Type, into report: inout Report, quick: Bool
    ) throws {
        let name = name(workload, Item.kind)
        guard report.wants(name) else { return }
        let small = Workload(workload.shape, 300).lists(of: type)
        try Verification.check(old: small.old, new: small.new, of: name)

        let (old, new) = workload.lists(of: type)
        let (before, after) = (try ListSnapshot(old), try ListSnapshot(new))
        let bar = DifferenceBar.of(workload, Item.kind)
        let floors: [Floor] = bar?.floor == .hashingUUIDs && Item.kind != .uuid ? [.hashingUUIDs] : []
        var contestants = [Contestant("ours") { consume(after.changes(from: before)) }]
        contestants += ([.hashing, .comparing] + floors).map { $0.contestant(old, new) }
        contestants += peers(of: workload, old.map(\.id), new.map(\.id), quick: quick)
        let samples = Contest(quick: quick).run(contestants)
        guard let ours = samples["ours"] else { return }

        let moves = after.changes(from: before).moves.count
        // For UUID ids, hashing them is hashing as many UUIDs.
        let floor = (bar?.floor ?? .hashing).standing(for: Item.kind)
        report.add(
            Row(
                group: title, name: name, size: workload.size, sample: ours, in: .milliseconds,
                against: samples[floor.rawValue].map { (floor.rawValue, $0) }, bar: bar?.limit, work: name))
        for contestant in contestants.dropFirst() {
            guard let sample = samples[contestant.name] else { continue }
            report.add(
                Row(
                    group: title, name: "  \(contestant.name)", size: workload.size, sample: sample, in: .milliseconds,
                    against: ("ours (\(moves) moves)", ours)))
        }
    }

    /// The standard library and swift-collections, by ids alone and from what they like best.
    ///
    /// `difference(from:)` takes time with the square of the disorder: where it takes minutes it is not asked.
    private static func peers<ID: Hashable>(
        of workload: Workload, _ old: [ID], _ new: [ID], quick: Bool
    ) -> [Contestant] {
        if quick, workload.size > 10_000, workload.shape != .append { return [] }
        var peers: [Contestant] = []
        let isInReach =
            switch workload.shape {
            case .same, .append, .insertFirst, .update, .rotate, .scatter: true
            case .blocks: workload.size <= 5_000
            case .shuffle, .reverse, .replace: false
            }
        if isInReach {
            peers.append(Contestant("difference(from:)") { consume(new.difference(from: old).inferringMoves()) })
        }
        let (oldSet, newSet) = (OrderedSet(old), OrderedSet(new))
        peers.append(Contestant("OrderedSet.difference(from:)") { consume(newSet.difference(from: oldSet)) })
        peers.append(Contestant("building both OrderedSets") { consume((OrderedSet(old), OrderedSet(new))) })
        return peers
    }
}

extension Floor {
    /// This floor, for two lists.
    func contestant<Item: DifferenceItem>(_ old: [Item], _ new: [Item]) -> Contestant {
        switch self {
        case .hashing: return Contestant(rawValue) { consume(Self.hash(old, new)) }
        case .comparing: return Contestant(rawValue) { consume(Self.compare(old, new)) }
        case .hashingUUIDs:
            let ids = Self.uuids(old.count + new.count)
            return Contestant(rawValue) { consume(Self.hash(ids)) }
        }
    }

    /// The floor that is measured in this one's place with ids of a kind.
    func standing(for kind: IdentityKind) -> Floor {
        self == .hashingUUIDs && kind == .uuid ? .hashing : self
    }
}
