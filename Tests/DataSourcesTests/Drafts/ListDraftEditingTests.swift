import DataSources
import Testing

/// Every verb of a list's draft does to the list what it would do to an array.
struct ListDraftEditingTests {
    private func draft(_ ids: Int...) throws -> ListDraft<Row> {
        try ListDraft(ids.map { Row($0) })
    }

    @Test func `insert puts a row at a position, before another and after another`() throws {
        var list = try draft(1, 2)
        try list.insert(Row(3), at: 0)
        try list.insert(Row(4), at: 3)
        try list.insert(Row(5), before: 1)
        try list.insert(Row(6), after: 2)
        #expect(list.snapshot.map(\.id) == [3, 5, 1, 2, 6, 4])
    }

    @Test func `insert puts many rows at a position`() throws {
        var list = try draft(1, 2)
        try list.insert(contentsOf: Row.range(10, 100), at: 1)
        #expect(list.snapshot.map(\.id) == [1] + (10..<110) + [2])
        try list.insert(contentsOf: [], at: 0)
        #expect(list.count == 102)
    }

    @Test func `append adds one row or many at the end`() throws {
        var list = ListDraft<Row>()
        try list.append(Row(1))
        try list.append(contentsOf: [Row(2), Row(3)])
        try list.append(contentsOf: [])
        #expect(list.snapshot.map(\.id) == [1, 2, 3])
    }

    @Test func `upsert replaces the row with the id or appends, and says where`() throws {
        var list = try draft(1, 2)
        #expect(list.upsert(Row(1, 9)) == 0)
        #expect(list.upsert(Row(3)) == 2)
        #expect(Array(list.snapshot) == [Row(1, 9), Row(2), Row(3)])
    }

    @Test func `update replaces a row or edits it in place`() throws {
        var list = try draft(1, 2, 3)
        try list.update(Row(1, 5))
        try list.update(id: 2) { $0.value = 6 }
        try list.update(at: 2) { $0.value = 7 }
        #expect(Array(list.snapshot) == [Row(1, 5), Row(2, 6), Row(3, 7)])
    }

    @Test func `an update to something equal leaves the very same snapshot`() throws {
        var list = try draft(1, 2, 3)
        let before = list.snapshot
        try list.update(Row(1))
        try list.update(id: 2) { $0.value = 0 }
        list.upsert(Row(3))
        #expect(list.snapshot.isIdentical(to: before))
    }

    @Test func `remove takes out a row by id or by position and hands it over`() throws {
        var list = try draft(1, 2, 3)
        #expect(try list.remove(id: 2) == Row(2))
        #expect(try list.remove(at: 1) == Row(3))
        #expect(list.snapshot.map(\.id) == [1])
        #expect(!list.contains(id: 2) && list.position(of: 3) == nil && list[id: 3] == nil)
    }

    @Test func `removeSubrange takes out neighbours`() throws {
        var list = try ListDraft(Row.range(0, 200))
        try list.removeSubrange(10..<190)
        #expect(list.snapshot.map(\.id) == Array(0..<10) + Array(190..<200))
        try list.removeSubrange(5..<5)
        #expect(list.count == 20)
    }

    @Test func `removeAll asks about each row once, in order`() throws {
        var list = try ListDraft(Row.range(0, 300))
        var asked: [Int] = []
        let removed = list.removeAll { row in
            asked.append(row.id)
            return row.id % 3 != 1
        }
        #expect(asked == Array(0..<300) && removed == 200)
        #expect(list.snapshot.map(\.id) == Array(stride(from: 1, to: 300, by: 3)))
        list.removeAll()
        #expect(list.isEmpty && list.snapshot.isEmpty && list.snapshot == ListSnapshot())
        try list.append(Row(1))
        #expect(list.position(of: 1) == 0)
    }

    @Test(arguments: 0..<6, 0..<6)
    func `move names the position in the list as it will be`(from: Int, to: Int) throws {
        var list = try ListDraft(Row.range(0, 6))
        var model = Array(0..<6)
        model.insert(model.remove(at: from), at: to)
        try list.move(from: from, to: to)
        #expect(list.snapshot.map(\.id) == model)
        var other = try ListDraft(Row.range(0, 6))
        try other.move(id: from, to: to)
        #expect(other.snapshot == list.snapshot)
    }

    @Test(arguments: 0..<5, 0..<5)
    func `move puts a row directly before or after another`(id: Int, other: Int) throws {
        let rest = (0..<5).filter { $0 != id }
        let place = rest.firstIndex(of: other)
        var list = try ListDraft(Row.range(0, 5))
        try list.move(id: id, before: other)
        #expect(list.snapshot.map(\.id) == (place.map { rest.inserting(id, at: $0) } ?? Array(0..<5)))
        list = try ListDraft(Row.range(0, 5))
        try list.move(id: id, after: other)
        #expect(list.snapshot.map(\.id) == (place.map { rest.inserting(id, at: $0 + 1) } ?? Array(0..<5)))
    }

    @Test func `moving a row to where it is leaves the very same snapshot`() throws {
        var list = try draft(1, 2, 3)
        let before = list.snapshot
        try list.move(id: 2, to: 1)
        try list.move(from: 0, to: 0)
        try list.move(id: 2, before: 2)
        try list.move(id: 2, after: 2)
        #expect(list.snapshot.isIdentical(to: before))
    }

    @Test func `replaceSubrange exchanges a stretch, also for rows it held itself`() throws {
        var list = try ListDraft(Row.range(0, 100))
        try list.replaceSubrange(10..<90, with: [Row(50, 1), Row(200), Row(10)])
        #expect(list.snapshot.map(\.id) == Array(0..<10) + [50, 200, 10] + Array(90..<100))
        #expect(list[id: 50] == Row(50, 1) && list.position(of: 10) == 12 && !list.contains(id: 11))
    }

    @Test func `replaceAll makes the list equal to an array`() throws {
        var list = try ListDraft(Row.range(0, 100))
        for rows in [Row.range(50, 100).reversed(), [], [Row(1)], [Row(1, 1)], Row.range(0, 1_000), Row.range(500, 10)]
        {
            try list.replaceAll(with: rows)
            #expect(Array(list.snapshot) == rows)
            for (offset, row) in rows.enumerated() { #expect(list.position(of: row.id) == offset) }
        }
    }

    @Test func `replacing a list by its equal leaves the very same snapshot`() throws {
        var list = try ListDraft(Row.range(0, 100))
        let before = list.snapshot
        try list.replaceAll(with: Row.range(0, 100))
        #expect(list.snapshot.isIdentical(to: before))
    }

    @Test func `sort keeps the order of rows that are equal in order`() throws {
        var list = try ListDraft((0..<100).map { Row($0, $0 * 7 % 10) })
        list.sort { $0.value < $1.value }
        let expected = (0..<100).map { Row($0, $0 * 7 % 10) }.sorted { ($0.value, $0.id) < ($1.value, $1.id) }
        #expect(Array(list.snapshot) == expected)
        for (offset, row) in expected.enumerated() { #expect(list.position(of: row.id) == offset) }
    }

    @Test func `a draft reads as its snapshot does`() throws {
        let list = try draft(4, 5)
        #expect(list.count == 2 && !list.isEmpty)
        #expect(list[0] == Row(4) && list[1] == Row(5))
        #expect(list[2] == nil && list[-1] == nil && list[Int.max] == nil && list[Int.min] == nil)
        #expect(list[id: 5] == Row(5) && list[id: 6] == nil && list.position(of: 5) == 1)
    }
}

extension [Int] {
    fileprivate func inserting(_ number: Int, at offset: Int) -> [Int] {
        var result = self
        result.insert(number, at: offset)
        return result
    }
}
