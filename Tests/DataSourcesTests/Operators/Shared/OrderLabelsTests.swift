import DataSources
import TestKit
import Testing

struct OrderLabelsTests {
    @Test(arguments: seeds(20))
    func `labels ascend, and what is said of those that change is all that does`(seed: UInt64) throws {
        var random = Random(seed: seed)
        // Short labels often leave no room, long ones never.
        let bits = [8, 9, 12, 62][random.below(4)]
        var labels = OrderLabels<Int>(bits: bits)
        var draft = ListDraft<Row>()
        for step in 0..<60 {
            let before = draft.snapshot
            let known = Dictionary(uniqueKeysWithValues: zip(before.map(\.id), 0...))
            for part in 0...random.below(4) {
                // Mostly in one place, where it gets crowded.
                let target = random.below(4) == 0 ? random.below(draft.count + 1) : Swift.min(draft.count, 3)
                switch random.below(5) {
                case 0, 1: if draft.count < 14 { try draft.insert(Row(step * 10 + part), at: target) }
                case 2:
                    if draft.count > 0 {
                        try draft.move(from: random.below(draft.count), to: random.below(draft.count))
                    }
                case 3: if draft.count > 8 { try draft.remove(at: random.below(draft.count)) }
                default: if draft.count > 0 { try draft.update(at: random.below(draft.count)) { $0.value += 1 } }
                }
            }
            guard let update = Update(from: before, to: draft.snapshot) else { continue }
            let (after, changes) = (update.after, update.changes)
            let old = (0..<before.count).map { labels[$0] }
            var asked: [Int] = []
            let relabelling = labels.follow(changes) { position in
                asked.append(position)
                return after[position]?.id ?? -1
            }
            let place = "seed \(seed), step \(step)"
            #expect(labels.count == after.count, "\(place)")
            #expect(asked == Array(changes.insertions), "\(place)")
            let now = (0..<after.count).map { labels[$0] }
            #expect(zip(now, now.dropFirst()).allSatisfy { $0.label < $1.label }, "\(place): \(now.map(\.label))")
            #expect(now.map(\.tag) == after.map(\.id), "\(place): tags")
            for position in now.indices { #expect(labels.position(of: now[position].label) == position, "\(place)") }
            guard case .items(let relabelled) = relabelling else { continue }
            let arrived = Set(changes.arrivals.joined())
            let changed = (0..<after.count).filter { position in
                guard !arrived.contains(position), let row = after[position], let was = known[row.id] else {
                    return false
                }
                return old[was].label != now[position].label
            }
            // A label may be given back the value that it had.
            let told = relabelled.filter { now[$0.position].label != $0.old }
            #expect(told.map(\.position) == changed, "\(place)")
            for (position, label) in relabelled {
                #expect(after[position].flatMap { known[$0.id] }.map { old[$0].label } == label, "\(place)")
            }
        }
    }

    // With invariants checked after every edit these would take hours.
    #if !DATASOURCES_INTERNAL_CHECKS
    @Test func `labels that are long enough are not changed by ten thousand insertions here and there`() throws {
        var labels = OrderLabels<Untagged>()
        labels.load(count: 1000) { _ in Untagged() }
        var draft = try ListDraft((0..<1000).map { Row($0) })
        var random = Random(seed: 1)
        for id in 1000..<11_000 {
            let before = draft.snapshot
            try draft.insert(Row(id), at: random.below(draft.count + 1))
            let update = try #require(Update(from: before, to: draft.snapshot))
            guard case .items(let relabelled) = labels.follow(update.changes, tag: { _ in Untagged() }) else {
                Issue.record("everything was labelled anew")
                return
            }
            #expect(relabelled.isEmpty)
        }
    }

    @Test func `ten thousand insertions in one place change few labels each`() throws {
        var labels = OrderLabels<Untagged>()
        labels.load(count: 1000) { _ in Untagged() }
        var draft = try ListDraft((0..<1000).map { Row($0) })
        var total = 0
        for id in 1000..<11_000 {
            let before = draft.snapshot
            try draft.insert(Row(id), at: 500)
            let update = try #require(Update(from: before, to: draft.snapshot))
            guard case .items(let relabelled) = labels.follow(update.changes, tag: { _ in Untagged() }) else {
                Issue.record("everything was labelled anew")
                return
            }
            total += relabelled.count
        }
        #expect(total < 10_000 * 20, "\(total) labels")
    }
    #endif
}
