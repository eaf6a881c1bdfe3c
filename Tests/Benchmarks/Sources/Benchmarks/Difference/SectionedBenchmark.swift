import DataSources

/// The difference of two lists of 100 sections with 1,000 items each.
enum SectionedBenchmark {
    private static let title = "100 sections of 1,000 items: difference of two snapshots (CPU time, least)"

    static let rows = SectionedWorkload.allCases.flatMap { workload in
        IdentityKind.allCases.map { "\(workload.rawValue), \($0.rawValue)" }
    }

    static func measure(into report: inout Report, quick: Bool) throws {
        for workload in SectionedWorkload.allCases {
            try measure(workload, of: IntItem.self, into: &report, quick: quick)
            try measure(workload, of: UUIDItem.self, into: &report, quick: quick)
            try measure(workload, of: StringItem.self, into: &report, quick: quick)
            try measure(workload, of: HashableItem.self, into: &report, quick: quick)
        }
    }

    private static func measure<Item: DifferenceItem>(
        _ workload: SectionedWorkload, of type: Item.Type, into report: inout Report, quick: Bool
    ) throws {
        let name = "\(workload.rawValue), \(Item.kind.rawValue)"
        guard report.wants(name) else { return }
        try verify(workload, of: type, name: name)

        let (old, new) = workload.lists(of: type, sections: 100, each: 1_000)
        let (before, after) = try workload.snapshots(old, new)
        let (flatOld, flatNew) = (old.flatMap { $0 }, new.flatMap { $0 })
        let floors: [Floor] = [.hashing, .comparing] + (Item.kind == .uuid ? [] : [.hashingUUIDs])
        let ours = Contestant("ours") { consume(after.changes(from: before)) }
        let samples = Contest(quick: quick).run([ours] + floors.map { $0.contestant(flatOld, flatNew) })
        guard let sample = samples["ours"] else { return }

        let bar = Item.kind == .int || Item.kind == .uuid ? workload.bar : nil
        let floor = (workload.bar?.floor ?? .hashingUUIDs).standing(for: Item.kind)
        report.add(
            Row(
                group: title, name: name, size: flatNew.count, sample: sample, in: .milliseconds,
                against: samples[floor.rawValue].map { (floor.rawValue, $0) }, bar: bar?.limit, work: name))
        let moves = after.changes(from: before).items.moves.count
        for floor in floors {
            guard let other = samples[floor.rawValue] else { continue }
            report.add(
                Row(
                    group: title, name: "  \(floor.rawValue)", size: flatNew.count, sample: other, in: .milliseconds,
                    against: ("ours (\(moves) moves)", sample)))
        }
    }

    /// Checks a small one: the update leads to the new sections, and moves as few items as possible.
    private static func verify<Item: DifferenceItem>(
        _ workload: SectionedWorkload, of type: Item.Type, name: String
    ) throws {
        let (old, new) = workload.lists(of: type, sections: 10, each: 40)
        let (before, after) = try workload.snapshots(old, new)
        var content = before.content
        try Update(from: before, to: after)?.apply(to: &content)
        guard content == after.content, content.map({ $0.items.map { $0 } }) == new else {
            throw WrongResult(description: "\(name): the update does not lead to the new sections")
        }
        let crossing = zip(old, new).reduce(Set(old.joined().map(\.id)).intersection(new.joined().map(\.id))) {
            $0.subtracting(Set($1.0.map(\.id)).intersection($1.1.map(\.id)))
        }
        let fewest = zip(old, new).reduce(crossing.count) {
            $0 + Verification.fewestMoves($1.0.map(\.id), $1.1.map(\.id))
        }
        let changes = after.changes(from: before)
        guard changes.moves.count == fewest else {
            throw WrongResult(description: "\(name): \(changes.moves.count) moves, where \(fewest) are enough")
        }
        guard changes.updates.count == Verification.changedItems(old.flatMap { $0 }, new.flatMap { $0 }) else {
            throw WrongResult(description: "\(name): updates are not the items that changed")
        }
    }
}
