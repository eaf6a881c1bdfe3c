import DataSources
import Testing

/// Reading a list: total by position and by id, and a collection like any other.
struct ListSnapshotReadingTests {
    #if DATASOURCES_INTERNAL_CHECKS
    static let counts = Array(0...40) + [63, 64, 65, 255, 256, 257]
    #else
    static let counts = Array(0...200) + [383, 384, 385, 511, 512, 513, 1_000, 6_143, 6_144, 6_145]
    #endif

    @Test(arguments: [0, 1, 5, 100])
    func `reading outside of a list gives nil`(count: Int) throws {
        let list = try ListSnapshot(Row.range(0, count))
        for position in [-1, Int.min, Int.max, count, count + 1] {
            #expect(list[position] == nil && !list.contains(position: position))
        }
        for id in [-1, Int.min, Int.max, count] {
            #expect(list[id: id] == nil && list.position(of: id) == nil && !list.contains(id: id))
        }
        for position in 0..<count {
            #expect(list[position] == Row(position) && list[id: position] == Row(position))
            #expect(list.position(of: position) == position && list.contains(position: position))
        }
    }

    @Test func `lists of all sizes walk, count and index as arrays do`() throws {
        for count in Self.counts {
            let rows = Row.range(0, count)
            var grown = ListDraft<Row>()
            for row in rows { try grown.append(row) }
            for list in [try ListSnapshot(rows), grown.snapshot] {
                #expect(Array(list) == rows && list.map { $0 } == rows && list.count == count)
                #expect(Array(list.reversed()) == rows.reversed())
                #expect(list.isEmpty == rows.isEmpty && list.first == rows.first && list.last == rows.last)
                #expect(list.indices.map { list[$0] } == rows && list.indices.map(\.offset) == Array(0..<count))
                #expect(list.distance(from: list.startIndex, to: list.endIndex) == count)
                #expect(list.distance(from: list.endIndex, to: list.startIndex) == -count)
                var chunked: [Row] = []
                list.forEachChunk { chunked += $0 }
                #expect(chunked == rows)
            }
        }
    }

    @Test func `slices of a list are slices of the array`() throws {
        let rows = Row.range(0, 150)
        let list = try ListSnapshot(rows)
        for lower in stride(from: 0, through: 150, by: 7) {
            for upper in stride(from: lower, through: 150, by: 11) {
                let slice = list[
                    list.index(list.startIndex, offsetBy: lower)..<list.index(list.startIndex, offsetBy: upper)]
                #expect(Array(slice) == Array(rows[lower..<upper]) && slice.count == upper - lower)
                #expect(Array(slice.reversed()) == Array(rows[lower..<upper].reversed()))
            }
        }
        #expect(Array(list.prefix(33)) == Array(rows.prefix(33)) && Array(list.suffix(31)) == Array(rows.suffix(31)))
        #expect(Array(list.dropFirst(149)) == [Row(149)] && list.dropFirst(500).isEmpty)
    }

    @Test func `indices step, jump and stop at a limit`() throws {
        let list = try ListSnapshot(Row.range(0, 100))
        let index = list.index(list.startIndex, offsetBy: 40)
        #expect(list.index(after: index).offset == 41 && list.index(before: index).offset == 39)
        #expect(list.index(index, offsetBy: -40) == list.startIndex)
        #expect(list.index(index, offsetBy: 61, limitedBy: list.endIndex) == nil)
        #expect(list.index(index, offsetBy: 60, limitedBy: list.endIndex) == list.endIndex)
        #expect(list.firstIndex { $0.id == 77 }?.offset == 77 && list.lastIndex { $0.id < 9 }?.offset == 8)
        #expect(list.startIndex < list.endIndex)
    }

    @Test func `an iterator outlives the snapshot it came from, and stays at its end`() throws {
        var list: ListSnapshot<Row>? = try ListSnapshot(Row.range(0, 100))
        var iterator = try #require(list).makeIterator()
        list = nil
        var ids: [Int] = []
        while let row = iterator.next() { ids.append(row.id) }
        #expect(ids == Array(0..<100))
        #expect(iterator.next() == nil && iterator.next() == nil)
    }

    @Test func `what a closure throws ends a walk`() throws {
        struct Enough: Error {}
        let list = try ListSnapshot(Row.range(0, 100))
        var seen = 0
        #expect(throws: Enough.self) {
            _ = try list.map { (row) throws(Enough) -> Int in
                seen += 1
                if row.id == 50 { throw Enough() }
                return row.id
            }
        }
        #expect(seen == 51)
        #expect(throws: Enough.self) { try list.forEachChunk { (_) throws(Enough) in throw Enough() } }
    }

    @Test func `an empty list is nothing to walk`() throws {
        for list in [ListSnapshot<Row>(), try ListSnapshot([]), ListDraft<Row>().snapshot] {
            #expect(list.isEmpty && list.startIndex == list.endIndex && Array(list).isEmpty)
            #expect(list.first == nil && list.last == nil && list[0] == nil && list.description == "[]")
            list.forEachChunk { _ in Issue.record("an empty chunk") }
            #expect(list == ListSnapshot() && list.changes(from: ListSnapshot()).isEmpty)
        }
    }

    @Test func `a list says what is in it, if it is not too much`() throws {
        #expect(try ListSnapshot([Row(1), Row(2, 5)]).description == "[Row(1), Row(2, 5)]")
        let many = try ListSnapshot(Row.range(0, 25)).description
        #expect(many.hasPrefix("[Row(0), Row(1)") && many.hasSuffix("Row(19), … 5 more]"))
        #expect(try ListSnapshot(Row.range(0, 20)).description.hasSuffix("Row(19)]"))
    }
}
