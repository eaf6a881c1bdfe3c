import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1, 3, 4 and 11 for lists: all small pairs, then seeded histories and large pairs.
struct ListDifferenceLaws {
    @Test func `all pairs of lists of up to four items`() throws {
        let lists = SmallStates.arrangements(of: 4)
        for old in lists {
            let before = old.map { Row($0) }
            let oldSnapshot = try ListSnapshot(before)
            for new in lists {
                for mask in [0, 0b0101, 0b1111] {
                    let after = new.map { Row($0, mask >> $0 & 1) }
                    let changes = try ListSnapshot(after).changes(from: oldSnapshot)
                    if let fault = Oracle.fault(in: changes, from: before, to: after) {
                        Issue.record("\(fault)\nbefore: \(before)\nafter: \(after)\nchanges: \(changes)")
                    }
                }
            }
        }
    }

    @Test(arguments: seeds(10))
    func `a random history of edits, every kept state against the newest`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var nextID = 0
        var model: [Row] = []
        var draft = ListDraft<Row>()
        let start = random.below(400)
        for _ in 0..<start { model.append(Row(nextID)); nextID += 1 }
        try draft.append(contentsOf: model)
        var kept: [(ListSnapshot<Row>, [Row])] = [(draft.snapshot, model)]
        for _ in 0..<60 {
            for _ in 0..<(1 + random.below(4)) { try edit(&draft, &model, &nextID, &random) }
            let snapshot = draft.snapshot
            try #require(Array(snapshot) == model, "seed \(seed)")
            for probe in 0..<3 where !model.isEmpty {
                let offset = probe == 0 ? model.count - 1 : random.below(model.count)
                try #require(draft.position(of: model[offset].id) == offset, "seed \(seed)")
                try #require(snapshot[offset] == model[offset], "seed \(seed)")
            }
            let (old, oldModel) = kept[random.below(kept.count)]
            try #require(Array(old) == oldModel, "seed \(seed): an old snapshot changed")
            let changes = snapshot.changes(from: old)
            if let fault = Oracle.fault(in: changes, from: oldModel, to: model) {
                Issue.record("seed \(seed): \(fault)\nbefore: \(oldModel)\nafter: \(model)\nchanges: \(changes)")
                return
            }
            if kept.count < 6 { kept.append((snapshot, model)) } else { kept[random.below(6)] = (snapshot, model) }
        }
    }

    private func edit(
        _ draft: inout ListDraft<Row>, _ model: inout [Row], _ nextID: inout Int, _ random: inout Random
    ) throws {
        switch random.below(14) {
        case 0, 1, 2:
            let offset = random.below(model.count + 1)
            try draft.insert(Row(nextID), at: offset)
            model.insert(Row(nextID), at: offset)
            nextID += 1
        case 3 where !model.isEmpty:
            let offset = random.below(model.count)
            try draft.remove(id: model[offset].id)
            model.remove(at: offset)
        case 4 where !model.isEmpty:
            let offset = random.below(model.count)
            try draft.update(id: model[offset].id) { $0.value += 1 }
            model[offset].value += 1
        case 5 where !model.isEmpty, 6 where !model.isEmpty:
            let (from, to) = (random.below(model.count), random.below(model.count))
            try draft.move(id: model[from].id, to: to)
            model.insert(model.remove(at: from), at: to)
        case 9:
            let fresh = (0..<random.below(90)).map { Row(nextID + $0) }
            let offset = random.below(model.count + 1)
            try draft.insert(contentsOf: fresh, at: offset)
            model.insert(contentsOf: fresh, at: offset)
            nextID += fresh.count
        case 10:
            let lower = random.below(model.count + 1)
            let upper = lower + random.below(model.count - lower + 1) / 2
            try draft.removeSubrange(lower..<upper)
            model.removeSubrange(lower..<upper)
        case 11:
            let divisor = 2 + random.below(9)
            let removed = draft.removeAll { $0.id % divisor == 0 }
            let count = model.count
            model.removeAll { $0.id % divisor == 0 }
            try #require(removed == count - model.count)
        case 12:
            var next = model
            for _ in 0..<random.below(12) where !next.isEmpty {
                switch random.below(4) {
                case 0: next.remove(at: random.below(next.count))
                case 1:
                    next.insert(Row(nextID), at: random.below(next.count + 1))
                    nextID += 1
                case 2: next[random.below(next.count)].value += 7
                default: next.insert(next.remove(at: random.below(next.count)), at: random.below(next.count + 1))
                }
            }
            if random.below(6) == 0 { next.shuffle(using: &random) }
            try draft.replaceAll(with: next)
            model = next
        default:
            let row = Row(random.below(max(1, nextID * 2)), random.below(5))
            draft.upsert(row)
            if let offset = model.firstIndex(where: { $0.id == row.id }) {
                model[offset] = row
            } else {
                model.append(row)
            }
            nextID = max(nextID, row.id + 1)
        }
    }
}
