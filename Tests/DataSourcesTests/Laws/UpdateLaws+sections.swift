import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1 to 4 for the forms of an update of sections: all small cases, then seeded large ones.
struct SectionedUpdateLaws {
    /// Up to three sections with up to one row in all of them, and up to two sections with up to two.
    static let shapes: [(sections: Int, rows: Int, most: (sections: Int, rows: Int))] = [
        (0, 0, (3, 1)), (1, 0, (3, 1)), (1, 1, (3, 1)), (2, 0, (3, 1)), (2, 1, (3, 1)), (3, 0, (3, 1)), (3, 1, (3, 1)),
        (0, 0, (2, 2)), (1, 0, (2, 2)), (1, 1, (2, 2)), (1, 2, (2, 2)), (2, 0, (2, 2)), (2, 1, (2, 2)), (2, 2, (2, 2)),
    ]

    @Test(arguments: shapes.indices)
    func `every form of every update of a few sections with a few rows`(shape: Int) throws {
        let (sections, rows, most) = Self.shapes[shape]
        let newRows = UpdateCases.lists(of: rows, upTo: most.rows)
        var turn = 0
        for cut in SmallStates.cuts(of: Array(0..<rows), into: sections) {
            let before = UpdateCases.sections(Array(0..<sections), cut)
            for ids in UpdateCases.lists(of: sections, upTo: most.sections) {
                for cut in newRows.flatMap({ SmallStates.cuts(of: $0, into: ids.count) }) {
                    // Titles and values change in turn, so that every combination meets many arrangements.
                    turn += 1
                    let (titles, values) = (turn % 4 == 0 ? turn / 4 & 7 : 0, turn % 3 == 0 ? turn / 3 & 7 : 0)
                    let after = UpdateCases.sections(ids, cut, titles: titles, values: values)
                    guard try check(from: before, to: after) else { return }
                }
            }
        }
    }

    @Test(arguments: seeds(10))
    func `every form of some updates of up to three sections with up to three rows`(seed: UInt64) throws {
        var random = Random(seed: seed)
        for _ in 0..<12 {
            let (sections, rows) = (1 + random.below(3), random.below(4))
            let cut = try #require(
                SmallStates.cuts(of: Array(0..<rows), into: sections).randomElement(using: &random)
            )
            let before = UpdateCases.sections(Array(0..<sections), cut)
            let ids = try #require(UpdateCases.lists(of: sections, upTo: 3).randomElement(using: &random))
            let items = try #require(UpdateCases.lists(of: rows, upTo: 3).randomElement(using: &random))
            guard let cut = SmallStates.cuts(of: items, into: ids.count).randomElement(using: &random) else { continue }
            let after = UpdateCases.sections(ids, cut, titles: random.below(8), values: random.below(8))
            guard try check(from: before, to: after) else { return }
        }
    }

    private func check(from before: [PlainSection], to after: [PlainSection]) throws -> Bool {
        let (old, new) = (try SectionedSnapshot(plain: before), try SectionedSnapshot(plain: after))
        guard let update = Update(from: old, to: new) else {
            #expect(before == after, "law 3")
            return true
        }
        guard let fault = UpdateOracle.fault(in: update) else { return true }
        Issue.record("\(fault)\nlet before = \(before)\nlet after = \(after)\n\(update)")
        return false
    }

    @Test(arguments: seeds(6))
    func `every form of the updates of many sections`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var nextID = 0
        var states: [[PlainSection]] = [[]]
        for _ in 0..<(1 + random.below(25)) {
            let rows = (0..<random.below(40)).map { Row(nextID + 1 + $0) }
            states[0].append(PlainSection(Heading(nextID), rows))
            nextID += 1 + rows.count
        }
        var draft = try SectionedDraft(states[0].map(\.section))
        var snapshots = [draft.snapshot]
        for step in 0..<4 {
            states.append(UpdateCases.next(after: states[step], nextID: &nextID, &random))
            try draft.replaceAll(with: states[step + 1].map(\.section))
            snapshots.append(draft.snapshot)
            let from = random.below(step + 1)
            guard let update = Update(from: snapshots[from], to: snapshots[step + 1]) else {
                #expect(states[from] == states[step + 1], "law 3, seed \(seed)")
                continue
            }
            if let fault = UpdateOracle.fault(in: update) {
                Issue.record("seed \(seed), states \(from) and \(step + 1): \(fault.prefix(2_000))")
                return
            }
        }
    }

    @Test func `twenty thousand changes in sections are stepped and staged without quadratic work`() throws {
        let (sections, rows) = (2_000, 10)
        var random = Random(seed: 2)
        var order = (0..<sections * rows).map { Row($0, 1) }
        let before = (0..<sections).map { section in
            PlainSection(Heading(section), order[section * rows..<(section + 1) * rows].map { Row($0.id) })
        }
        order.shuffle(using: &random)
        let ids = (0..<sections).map { $0 + sections / 2 }.shuffled(using: &random)
        let after = ids.enumerated().map { position, id in
            PlainSection(Heading(id, 1), Array(order[position * rows..<(position + 1) * rows]))
        }
        let (old, new) = (try SectionedSnapshot(plain: before), try SectionedSnapshot(plain: after))
        let update = try #require(Update(from: old, to: new))
        #expect(update.changes.moves.count > sections * rows * 9 / 10)
        var steps = 0
        var stages = 0
        // About 2 s unoptimized; looking at all moves once for every section takes about a minute.
        let time = ContinuousClock().measure { (steps, stages) = (update.steps.count, update.stages.count) }
        #expect(steps > sections * rows)
        #expect(stages == 4)
        #expect(time < .seconds(15))
    }
}
