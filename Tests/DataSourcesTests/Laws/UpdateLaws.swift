import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1 to 4 for the forms of an update of a list: all small cases, then seeded large ones.
struct UpdateLaws {
    @Test(arguments: 0...4)
    func `every form of every update of up to four rows`(count: Int) throws {
        let before = (0..<count).map { Row($0) }
        let snapshot = try ListSnapshot(before)
        for ids in UpdateCases.lists(of: count, upTo: 4) {
            for mask in 0..<(1 << count) where ids.allSatisfy({ $0 < count || mask >> $0 & 1 == 0 }) {
                if (0..<count).contains(where: { mask >> $0 & 1 == 1 && !ids.contains($0) }) { continue }
                let after = ids.map { Row($0, mask >> $0 & 1) }
                guard let update = Update(from: snapshot, to: try ListSnapshot(after)) else {
                    #expect(before == after, "law 3")
                    continue
                }
                if let fault = UpdateOracle.fault(in: update) {
                    Issue.record("\(fault)\nlet before = \(before)\nlet after = \(after)\n\(update)")
                    return
                }
            }
        }
    }

    @Test(arguments: seeds(6))
    func `every form of the updates of a large list`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var nextID = 200 + random.below(2_000)
        var states = [(0..<nextID).map { Row($0) }]
        var draft = try ListDraft(states[0])
        var snapshots = [draft.snapshot]
        for step in 0..<3 {
            states.append(UpdateCases.next(after: states[step], nextID: &nextID, &random))
            try draft.replaceAll(with: states[step + 1])
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

    @Test func `forty thousand changes are stepped and staged without quadratic work`() throws {
        let count = 40_000
        var random = Random(seed: 1)
        let before = try ListSnapshot((0..<count).map { Row($0) })
        let after = try ListSnapshot((0..<count).map { Row($0 + count / 10, 1) }.shuffled(using: &random))
        let update = try #require(Update(from: before, to: after))
        #expect(update.changes.moves.count > count * 8 / 10)
        var steps = 0
        var stages = 0
        // About 1 s unoptimized.
        let time = ContinuousClock().measure { (steps, stages) = (update.steps.count, update.stages.count) }
        #expect(steps > count)
        #expect(stages == 2)
        #expect(time < .seconds(15))
    }
}
