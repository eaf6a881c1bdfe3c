import DataSources
import DataSourcesTesting
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

    @Test(arguments: 0..<40 as Range<UInt64>)
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

    @Test func `a transaction inside another joins it`() throws {
        var draft = try ListDraft(Row.range(0, 3))
        let result = try draft.transaction { draft in
            try? draft.transaction { draft in
                try draft.append(Row(3))
                throw Refusal()
            }
            return draft.count
        }
        #expect(result == 4)
        #expect(draft.snapshot.map(\.id) == [0, 1, 2, 3])
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
