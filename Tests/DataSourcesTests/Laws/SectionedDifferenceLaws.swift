import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1, 3, 4 and 11 for sections: all small pairs, then seeded histories.
struct SectionedDifferenceLaws {
    /// The content and the titles that differ from one pair of states to the next.
    static let masks: [(items: Int, headers: Int)] = [
        (0, 0), (0b1111, 0), (0b0100, 0b111), (0b1010, 0b010), (0b0001, 0),
    ]

    /// How many sections and items; what takes too long unoptimized is for release builds.
    static var bounds: [(sections: Int, items: Int)] {
        #if DATASOURCES_INTERNAL_CHECKS
        [(3, 2), (2, 2)]
        #elseif DEBUG
        [(3, 2), (2, 3)]
        #else
        [(3, 3), (2, 4)]
        #endif
    }

    @Test(arguments: bounds)
    func `all pairs of small states that share nothing`(bounds: (sections: Int, items: Int)) throws {
        let olds = SmallStates.shapes(sections: bounds.sections, items: bounds.items)
        let oldSnapshots = try olds.map { try RowSections(plain: $0) }
        for new in SmallStates.all(sections: bounds.sections, items: bounds.items) {
            let versions = try Self.masks.map { mask in
                let after = SmallStates.toggled(new, items: mask.items, headers: mask.headers)
                return (model: after, snapshot: try RowSections(plain: after))
            }
            for (number, before) in olds.enumerated() {
                let after = versions[number % versions.count]
                let changes = after.snapshot.changes(from: oldSnapshots[number])
                if let fault = Oracle.fault(in: changes, from: before, to: after.model) {
                    return report(fault, before, after.model, changes)
                }
            }
        }
    }

    @Test(arguments: bounds)
    func `all pairs of small states, the second made of the first`(bounds: (sections: Int, items: Int)) throws {
        let news = SmallStates.all(sections: bounds.sections, items: bounds.items)
        for before in SmallStates.shapes(sections: bounds.sections, items: bounds.items) {
            for (number, new) in news.enumerated() {
                let mask = Self.masks[number % Self.masks.count]
                let after = SmallStates.toggled(new, items: mask.items, headers: mask.headers)
                var draft = try RowSectionsDraft(before.map(\.section))
                let old = draft.snapshot
                try draft.replaceAll(with: after.map(\.section))
                let snapshot = draft.snapshot
                guard snapshot.plain == after, old.plain == before, snapshot.itemCount == after.flatMap(\.items).count
                else {
                    return report("replaceAll made \(snapshot.plain)", before, after, nil)
                }
                let changes = snapshot.changes(from: old)
                if let fault = Oracle.fault(in: changes, from: before, to: after) {
                    return report(fault, before, after, changes)
                }
                // Turned round it is another pair of this test's, but one whose newer tree is the less cut up.
                guard number % 3 == 0 else { continue }
                let back = old.changes(from: snapshot)
                if let fault = Oracle.fault(in: back, from: after, to: before) {
                    return report(fault, after, before, back)
                }
            }
        }
    }

    @Test(arguments: seeds(20))
    func `a random history of edits, every kept state against the newest`(seed: UInt64) throws {
        var history = try SectionedHistory(seed: seed)
        var kept = [(snapshot: history.snapshot, model: history.model)]
        for round in 0..<15 {
            for _ in 0..<(1 + history.random.below(4)) { try history.edit() }
            if round % 3 == 1 { try history.transact(keeping: history.random.below(4) == 0) }
            try #require(history.fault() == nil, "\(history.fault() ?? "")\n\(history.story)")
            let (snapshot, model) = (history.snapshot, history.model)
            let copy = try RowSections(plain: model)
            for (old, before) in kept {
                try #require(old.plain == before, "an old snapshot changed\n\(history.story)")
                for (from, to) in [(old, snapshot), (old, copy)] {
                    let changes = to.changes(from: from)
                    if let fault = Oracle.fault(in: changes, from: before, to: model) {
                        return report("\(fault)\n\(history.story)", before, model, changes)
                    }
                    let back = from.changes(from: to)
                    if let fault = Oracle.fault(in: back, from: model, to: before) {
                        return report("\(fault)\n\(history.story)", model, before, back)
                    }
                }
            }
            if kept.count < 3 { kept.append((snapshot, model)) } else { kept[round % 3] = (snapshot, model) }
        }
    }

    @Test func `changes turned round are the changes the other way round`() throws {
        let states = SmallStates.all(sections: 2, items: 2)
        for before in states {
            for after in states {
                let changes = try RowSections(plain: after).changes(from: RowSections(plain: before))
                if let fault = Oracle.fault(in: changes.inverted, from: after, to: before) {
                    return report(fault, after, before, changes.inverted)
                }
                #expect(changes.inverted.inverted == changes)
            }
        }
    }

    private func report(
        _ fault: String, _ before: [PlainSection], _ after: [PlainSection], _ changes: SectionedChanges?
    ) {
        Issue.record(
            """
            \(fault)
            let before: [PlainSection] = \(before)
            let after: [PlainSection] = \(after)
            changes: \(changes.map(\.description) ?? "none")
            """
        )
    }
}
