import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// A transaction that throws leaves the draft as it was, the index by id included.
struct DraftTransactionTests {
    struct Refusal: Error {}

    @Test func `a section that was empty can be filled and emptied in vain`() throws {
        var draft = try RowSectionsDraft([PlainSection(0).section, PlainSection(1, Row.range(1_000, 3)).section])
        let before = draft.snapshot
        #expect(throws: Refusal.self) {
            try draft.transaction { draft in
                for id in 0..<40 { try draft.appendItem(Row(id), toSection: 0) }
                draft.removeAllItems { $0.id < 1_000 }
                throw Refusal()
            }
        }
        #expect(draft.snapshot == before)
        // Whatever was freed gets used again: nothing of the empty section may still hang on it.
        for id in 5_000..<5_100 { try draft.appendItem(Row(id), toSection: 1) }
        try draft.appendItem(Row(1), toSection: 0)
        #expect(draft.path(of: 1) == ItemPath(section: 0, item: 0))
        #expect(draft.path(of: 5_099) == ItemPath(section: 1, item: 102))
    }

    @Test(arguments: seeds(13))
    func `sections edited at random, most of it taken back`(seed: UInt64) throws {
        var history = try SectionedHistory(seed: seed)
        for _ in 0..<12 {
            let before = history.snapshot
            let model = history.model
            let isKept = history.random.below(4) == 0
            try history.transact(keeping: isKept)
            try #require(history.fault() == nil, "\(history.fault() ?? "")\n\(history.story)")
            if !isKept {
                try #require(history.model == model && history.snapshot == before, "\(history.story)")
                try #require(history.snapshot.isIdentical(to: before), "\(history.story)")
            }
            try #require(before.plain == model, "\(history.story)")
        }
    }

    @Test func `a list's transaction that throws changes nothing`() throws {
        var draft = try ListDraft(Row.range(0, 500))
        let before = draft.snapshot
        #expect(throws: Refusal.self) {
            try draft.transaction { draft in
                try draft.remove(id: 7)
                try draft.append(contentsOf: Row.range(1_000, 300))
                try draft.move(id: 3, to: 400)
                draft.removeAll { $0.id % 3 == 0 }
                try draft.replaceAll(with: Row.range(200, 900).reversed())
                try draft.update(id: 300) { $0.value = 1 }
                throw Refusal()
            }
        }
        #expect(draft.snapshot.isIdentical(to: before))
        for id in 0..<500 { #expect(draft.position(of: id) == id) }
        #expect(draft.position(of: 1_000) == nil)
        try draft.insert(Row(1_000), at: 250)
        #expect(draft.position(of: 499) == 500)
    }

    @Test func `law 7: a transaction inside another is a savepoint`() throws {
        var draft = try ListDraft(Row.range(0, 3))
        let result = try draft.transaction { draft in
            try draft.append(Row(3))
            do {
                try draft.transaction { draft in
                    try draft.append(Row(4))
                    try draft.remove(id: 0)
                    throw Refusal()
                }
                Issue.record("it did not throw")
            } catch {}
            let (hasFirst, hasFourth) = (draft.contains(id: 0), draft.contains(id: 4))
            #expect(hasFirst && !hasFourth)
            try draft.append(Row(5))
            return draft.count
        }
        #expect(result == 5)
        #expect(draft.snapshot.map(\.id) == [0, 1, 2, 3, 5])
    }

    @Test(arguments: seeds(20))
    func `law 7: lists, transactions in transactions at random, undone at any depth`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var draft = try ListDraft(Row.range(0, 200))
        var model = Array(draft.snapshot)
        var fresh = 10_000

        func transact(_ draft: inout ListDraft<Row>, depth: Int) throws {
            let before = model
            do {
                try draft.transaction { draft in
                    for _ in 0..<random.below(6) {
                        if depth < 5, random.below(3) == 0 {
                            try? transact(&draft, depth: depth + 1)
                        } else {
                            try edit(&draft)
                        }
                    }
                    if random.below(2) == 0 { throw Refusal() }
                }
            } catch {
                model = before
                throw error
            }
        }

        func edit(_ draft: inout ListDraft<Row>) throws {
            let position = random.below(model.count + 1)
            switch random.below(5) {
            case 0:
                fresh += 100
                let rows = Row.range(fresh, random.below(100))
                try draft.insert(contentsOf: rows, at: position)
                model.insert(contentsOf: rows, at: position)
            case 1 where position < model.count:
                let end = min(model.count, position + random.below(60))
                try draft.removeSubrange(position..<end)
                model.removeSubrange(position..<end)
            case 2 where position < model.count:
                let target = random.below(model.count)
                try draft.move(from: position, to: target)
                model.insert(model.remove(at: position), at: target)
            case 3:
                model.shuffle(using: &random)
                try draft.replaceAll(with: model)
            default:
                // Refused, and so changes nothing, wherever it is.
                guard let known = model.first else { return }
                do {
                    try draft.append(known)
                    Issue.record("it is there twice, seed \(seed)")
                } catch {}
            }
        }

        for _ in 0..<12 {
            try? transact(&draft, depth: 0)
            try #require(Array(draft.snapshot) == model, "seed \(seed)")
            for (position, row) in model.enumerated() {
                let found = draft.position(of: row.id)
                try #require(found == position, "seed \(seed)")
            }
        }
    }

    @Test(arguments: seeds(13))
    func `law 7: sections, transactions in transactions at random, undone at any depth`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var draft = try RowSectionsDraft((0..<5).map { PlainSection($0, Row.range($0 * 1_000, 30)).section })
        var fresh = 100_000

        func transact(_ draft: inout RowSectionsDraft, depth: Int) throws {
            let before = draft.snapshot
            do {
                try draft.transaction { draft in
                    for _ in 0..<random.below(6) {
                        if depth < 4, random.below(3) == 0 {
                            try? transact(&draft, depth: depth + 1)
                        } else {
                            edit(&draft)
                        }
                    }
                    if random.below(2) == 0 { throw Refusal() }
                }
            } catch {
                let after = draft.snapshot
                #expect(after == before && after.isIdentical(to: before), "seed \(seed)")
                throw error
            }
        }

        func edit(_ draft: inout RowSectionsDraft) {
            fresh += 100
            let section = random.below(8)
            switch random.below(5) {
            case 0: for id in fresh..<fresh + random.below(80) { try? draft.appendItem(Row(id), toSection: section) }
            case 1: _ = try? draft.removeSection(id: section)
            case 2: try? draft.appendSection(PlainSection(section, Row.range(fresh, 40)).section)
            case 3:
                if let row = draft.snapshot.items.randomElement(using: &random) {
                    try? draft.moveItem(id: row.id, toSection: section, at: 0)
                }
            default: draft.removeAllItems { $0.id % 7 == fresh / 100 % 7 }
            }
        }

        for _ in 0..<12 {
            try? transact(&draft, depth: 0)
            let snapshot = draft.snapshot
            for (number, section) in snapshot.enumerated() {
                let found = draft.sectionPosition(of: section.id)
                try #require(found == number, "seed \(seed)")
                for (place, row) in section.items.enumerated() {
                    let path = ItemPath(section: number, item: place)
                    let found = draft.path(of: row.id)
                    try #require(found == path, "seed \(seed)")
                }
            }
        }
    }

    @Test func `a refused edit does not take the rest of the transaction back`() throws {
        var draft = try ListDraft(Row.range(0, 3))
        try draft.transaction { draft in
            try draft.remove(id: 0)
            #expect(throws: EditError.self) { try draft.append(Row(1)) }
            #expect(throws: EditError.self) { try draft.append(contentsOf: [Row(7), Row(8), Row(7)]) }
            try draft.append(Row(0))
        }
        #expect(draft.snapshot.map(\.id) == [1, 2, 0])
        #expect(draft.position(of: 0) == 2 && !draft.contains(id: 7))
    }
}
