import DataSources
import TestKit
import Testing

/// Every edit that cannot be made throws what is wrong, and has changed nothing.
struct ListDraftErrorTests {
    struct Refusal: Error {}

    static let outside = [-1, 101, Int.min, Int.max]

    /// Expects an edit of a list of 100 rows to be refused, and the list to be as good as new.
    private func expectRefusal(
        _ code: EditError.Code, ids: [Int] = [], sourceLocation: SourceLocation = #_sourceLocation,
        _ edit: (inout ListDraft<Row>) throws -> Void
    ) throws {
        var draft = try ListDraft(Row.range(0, 100))
        let before = draft.snapshot
        try expectEditError(code, ids: ids, sourceLocation: sourceLocation) { try edit(&draft) }
        try expectIntact(&draft, before, sourceLocation)
    }

    private func expectIntact(
        _ draft: inout ListDraft<Row>, _ before: ListSnapshot<Row>, _ sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(draft.snapshot == before && before.map(\.id) == Array(0..<100), sourceLocation: sourceLocation)
        #expect(draft.snapshot.changes(from: before).isEmpty, sourceLocation: sourceLocation)
        for id in 0..<100 where draft.position(of: id) != id {
            Issue.record("\(id) is not known to be at \(id)", sourceLocation: sourceLocation)
        }
        for id in [100, 200, 300] { #expect(draft.contains(id: id) == false, sourceLocation: sourceLocation) }
        // Later edits work.
        try draft.insert(contentsOf: Row.range(100, 50), at: 50)
        try draft.remove(id: 20)
        try draft.move(id: 149, to: 0)
        let expected = [149] + (0..<20) + (21..<50) + (100..<149) + (50..<100)
        #expect(draft.snapshot.map(\.id) == expected, sourceLocation: sourceLocation)
        for (offset, id) in expected.enumerated() where draft.position(of: id) != offset {
            Issue.record("afterwards \(id) is not known to be at \(offset)", sourceLocation: sourceLocation)
        }
    }

    @Test func `an id that is there already is refused by every insertion`() throws {
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.insert(Row(7), at: 0) }
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.insert(Row(7, 1), before: 3) }
        try expectRefusal(.duplicateItem, ids: [7]) { try $0.insert(Row(7), after: 7) }
        try expectRefusal(.duplicateItem, ids: [99]) { try $0.append(Row(99)) }
    }

    @Test func `all ids that would be there twice are named, each once`() throws {
        let rows = [Row(200), Row(3), Row(300), Row(200), Row(5), Row(3), Row(300), Row(200)]
        try expectRefusal(.duplicateItem, ids: [3, 200, 5, 300]) { try $0.insert(contentsOf: rows, at: 50) }
        try expectRefusal(.duplicateItem, ids: [3, 200, 5, 300]) { try $0.append(contentsOf: rows) }
        // Here row 3 is one of those replaced, and comes back twice.
        try expectRefusal(.duplicateItem, ids: [200, 5, 3, 300]) { try $0.replaceSubrange(2..<4, with: rows) }
        try expectRefusal(.duplicateItem, ids: [200, 3, 300]) { try $0.replaceSubrange(0..<100, with: rows) }
    }

    @Test func `ids that are there twice in a whole new list are all named`() throws {
        let rows = Row.range(0, 100) + [Row(3), Row(200), Row(3), Row(200), Row(99)]
        func names(_ rows: [Row]) throws -> Set<Int> {
            var draft = try ListDraft(Row.range(0, 100))
            let before = draft.snapshot
            var ids: Set<Int> = []
            do { try draft.replaceAll(with: rows) } catch { ids = Set(error.ids.compactMap { $0.as(Int.self) }) }
            try expectIntact(&draft, before)
            return ids
        }
        #expect(try names(rows) == [3, 200, 99])
        #expect(try names(rows.reversed()) == [3, 200, 99])
        #expect(try names([Row(1), Row(1, 1)]) == [1])
        #expect(try names([Row(200), Row(1), Row(200, 1)]) == [200])
        #expect(try names(Row.range(50, 50) + Row.range(0, 51)) == [50])
        #expect(try names(Row.range(300, 100) + Row.range(300, 100)) == Set(300..<400))
    }

    @Test(arguments: seeds(30))
    func `exactly the repeated ids of a random whole list are named`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var rows = Row.range(random.below(50), 20 + random.below(120))
        if seed % 3 == 0 { rows.shuffle(using: &random) }
        for _ in 0..<(1 + random.below(5)) {
            rows.insert(Row(rows[random.below(rows.count)].id, random.below(2)), at: random.below(rows.count + 1))
        }
        let repeated = Set(Dictionary(grouping: rows, by: \.id).filter { $0.value.count > 1 }.keys)
        var draft = try ListDraft(Row.range(0, 100))
        let before = draft.snapshot
        let error = #expect(throws: EditError.self, "seed \(seed)") { try draft.replaceAll(with: rows) }
        #expect(Set(error?.ids.compactMap { $0.as(Int.self) } ?? []) == repeated, "seed \(seed): \(rows)")
        #expect(error?.ids.count == repeated.count, "seed \(seed)")
        try expectIntact(&draft, before)
    }

    @Test func `an id that is not there is refused by every edit that needs one`() throws {
        try expectRefusal(.unknownItem, ids: [200]) { try $0.insert(Row(300), before: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.insert(Row(300), after: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.update(Row(200)) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.update(id: 200) { $0.value = 1 } }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.remove(id: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.move(id: 200, to: 0) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.move(id: 200, before: 1) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.move(id: 1, before: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.move(id: 200, after: 1) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.move(id: 1, after: 200) }
        try expectRefusal(.unknownItem, ids: [200]) { try $0.move(id: 200, after: 200) }
    }

    @Test(arguments: outside)
    func `a position that is not there is refused by every edit that needs one`(position: Int) throws {
        try expectRefusal(.positionOutOfRange) { try $0.insert(Row(200), at: position) }
        try expectRefusal(.positionOutOfRange) { try $0.insert(contentsOf: [Row(200)], at: position) }
        try expectRefusal(.positionOutOfRange) { try $0.insert(contentsOf: [], at: position) }
        try expectRefusal(.positionOutOfRange) { try $0.update(at: position) { $0.value = 1 } }
        try expectRefusal(.positionOutOfRange) { try $0.remove(at: position) }
        try expectRefusal(.positionOutOfRange) { try $0.move(id: 3, to: position) }
        try expectRefusal(.positionOutOfRange) { try $0.move(from: position, to: 3) }
        try expectRefusal(.positionOutOfRange) { try $0.move(from: 3, to: position) }
        try expectRefusal(.positionOutOfRange) { try $0.move(from: position, to: position) }
        try expectRefusal(.positionOutOfRange) { try $0.removeSubrange(min(position, 5)..<max(position, 5)) }
        try expectRefusal(.positionOutOfRange) { try $0.replaceSubrange(position..<position, with: [Row(200)]) }
        try expectRefusal(.positionOutOfRange) { try $0.removeSubrange(Int.min..<Int.max) }
    }

    @Test func `the position after the last is for insertions only`() throws {
        try expectRefusal(.positionOutOfRange) { try $0.update(at: 100) { $0.value = 1 } }
        try expectRefusal(.positionOutOfRange) { try $0.remove(at: 100) }
        try expectRefusal(.positionOutOfRange) { try $0.move(id: 3, to: 100) }
    }

    @Test func `an update in place that changes the id is refused`() throws {
        try expectRefusal(.identityChanged, ids: [3, 300]) { try $0.update(id: 3) { $0 = Row(300) } }
        try expectRefusal(.identityChanged, ids: [3, 4]) { try $0.update(at: 3) { $0 = Row(4) } }
    }

    @Test func `what a closure throws is passed on, and nothing has changed`() throws {
        var draft = try ListDraft(Row.range(0, 100))
        let before = draft.snapshot
        #expect(throws: Refusal.self) {
            try draft.update(id: 3) {
                $0.value = 1
                throw Refusal()
            }
        }
        #expect(throws: Refusal.self) {
            try draft.removeAll { (row) throws(Refusal) in
                if row.id == 50 { throw Refusal() }
                return true
            }
        }
        #expect(throws: Refusal.self) { try draft.sort { _, _ in throw Refusal() } }
        #expect(draft.snapshot.isIdentical(to: before))
        try expectIntact(&draft, before)
    }

    @Test func `an empty list refuses every position but the first to insert at`() throws {
        var draft = ListDraft<Row>()
        #expect(throws: EditError.self) { try draft.remove(at: 0) }
        #expect(throws: EditError.self) { try draft.update(at: 0) { _ in } }
        #expect(throws: EditError.self) { try draft.move(from: 0, to: 0) }
        #expect(throws: EditError.self) { try draft.insert(Row(1), at: 1) }
        #expect(throws: EditError.self) { try draft.removeSubrange(0..<1) }
        try draft.removeSubrange(0..<0)
        try draft.insert(Row(1), at: 0)
        #expect(draft.snapshot.map(\.id) == [1])
    }

    @Test func `a list with ids there twice is not made`() throws {
        let error = #expect(throws: EditError.self) { try ListSnapshot([Row(1), Row(2), Row(1), Row(3), Row(3, 1)]) }
        #expect(error?.code == .duplicateItem && error?.ids.compactMap { $0.as(Int.self) } == [1, 3])
    }
}
