import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1, 3, 4 and 11 for long lists, in the shapes that lists change in, between related and unrelated snapshots.
struct LargeListDifferenceLaws {
    /// One way to change a list.
    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable ([Row], inout Random) -> [Row]

        init(_ name: String, _ change: @escaping @Sendable ([Row], inout Random) -> [Row]) {
            testDescription = name
            self.change = change
        }
    }

    static let shapes = [
        Shape("delete a block") { rows, _ in Array(rows[..<(rows.count / 4)] + rows[(rows.count / 4 * 3)...]) },
        Shape("insert a block") { rows, _ in rows.inserting(Row.range(1_000_000, rows.count / 2), at: rows.count / 3) },
        Shape("shuffle a prefix") { rows, random in
            rows[..<(rows.count / 10)].shuffled(using: &random) + rows[(rows.count / 10)...]
        },
        Shape("delete, insert and shuffle, as DifferenceKit measures") { rows, random in
            let kept = Array(rows[(rows.count / 10)...])
            let shuffled = kept[..<(kept.count / 10)].shuffled(using: &random) + kept[(kept.count / 10)...]
            return Array(shuffled).inserting(Row.range(1_000_000, rows.count / 10), at: kept.count / 2)
        },
        Shape("rotate by one") { rows, _ in Array(rows[1...] + rows[..<1]) },
        Shape("rotate by a third") { rows, _ in Array(rows[(rows.count / 3)...] + rows[..<(rows.count / 3)]) },
        Shape("reverse") { rows, _ in rows.reversed() },
        Shape("swap halves") { rows, _ in Array(rows[(rows.count / 2)...] + rows[..<(rows.count / 2)]) },
        Shape("append") { rows, _ in rows + Row.range(1_000_000, 777) },
        Shape("prepend") { rows, _ in Row.range(1_000_000, 777) + rows },
        Shape("update 1 % here and there") { rows, random in
            rows.map { random.below(100) == 0 ? Row($0.id, $0.value + 1) : $0 }
        },
        Shape("insert, delete, move and update 1 % here and there") { rows, random in
            var result: [Row] = []
            var taken: [Row] = []
            for row in rows {
                switch random.below(400) {
                case 0: result.append(Row(row.id + 1_000_000))
                case 1: continue
                case 2: taken.append(row)
                case 3: result.append(Row(row.id, row.value + 1))
                default: result.append(row)
                }
            }
            for row in taken { result.insert(row, at: random.below(result.count + 1)) }
            return result
        },
        Shape("replace everything") { rows, _ in Row.range(1_000_000, rows.count) },
        Shape("empty") { _, _ in [] },
        Shape("sort the other way round in tens") { rows, _ in
            stride(from: 0, to: rows.count, by: 10).flatMap { rows[$0..<min($0 + 10, rows.count)].reversed() }
        },
        Shape("shuffle everything") { rows, random in rows.shuffled(using: &random) },
        Shape("every other row") { rows, _ in rows.filter { $0.id % 2 == 0 } },
    ]

    static let counts = LargeCounts.all

    @Test(arguments: shapes, counts)
    func `lists that share nothing`(shape: Shape, count: Int) throws {
        var random = Random(seed: UInt64(count))
        let before = Row.range(0, count)
        let after = shape.change(before, &random)
        let (old, new) = (try ListSnapshot(before), try ListSnapshot(after))
        expectNoFault(new.changes(from: old), from: before, to: after, "\(shape.testDescription), \(count) rows")
        expectNoFault(old.changes(from: new), from: after, to: before, "\(shape.testDescription) undone, \(count) rows")
    }

    @Test(arguments: shapes, counts)
    func `lists of which the second replaced the first`(shape: Shape, count: Int) throws {
        var random = Random(seed: UInt64(count))
        let before = Row.range(0, count)
        let after = shape.change(before, &random)
        var draft = try ListDraft(before)
        let old = draft.snapshot
        try draft.replaceAll(with: after)
        let new = draft.snapshot
        #expect(Array(new) == after)
        expectNoFault(new.changes(from: old), from: before, to: after, "\(shape.testDescription), \(count) rows")
        expectNoFault(old.changes(from: new), from: after, to: before, "\(shape.testDescription) undone, \(count) rows")
        for offset in stride(from: 0, to: after.count, by: 97) where draft.position(of: after[offset].id) != offset {
            Issue.record("\(after[offset]) is not known to be at \(offset)")
        }
    }

    @Test func `ten thousand appended rows are one insertion range`() throws {
        var draft = try ListDraft(Row.range(0, 10_000))
        let old = draft.snapshot
        try draft.append(contentsOf: Row.range(10_000, 10_000))
        #expect(draft.snapshot.changes(from: old) == ListChanges(insertions: PositionSet(10_000..<20_000)))
        #expect(draft.snapshot.changes(from: old).insertions.ranges == [10_000..<20_000])
        let unrelated = try ListSnapshot(Row.range(0, 20_000))
        #expect(unrelated.changes(from: old).insertions.ranges == [10_000..<20_000])
    }

    @Test(arguments: [
        (from: 100, count: 500, to: 7_000), (from: 7_000, count: 500, to: 100), (from: 0, count: 1_000, to: 9_000),
    ])
    func `a block that moves is one run of moves`(block: (from: Int, count: Int, to: Int)) throws {
        let before = Row.range(0, 10_000)
        var after = before
        after.removeSubrange(block.from..<block.from + block.count)
        after.insert(contentsOf: before[block.from..<block.from + block.count], at: block.to)
        let expected = [PositionPairs<Int>.Run(before: block.from, after: block.to, count: block.count)]
        let unrelated = try ListSnapshot(after).changes(from: ListSnapshot(before))
        #expect(unrelated.moves.runs == expected && unrelated.count == block.count)
        var draft = try ListDraft(before)
        let old = draft.snapshot
        try draft.replaceAll(with: after)
        #expect(draft.snapshot.changes(from: old) == unrelated)
    }

    private func expectNoFault(_ changes: ListChanges, from before: [Row], to after: [Row], _ name: String) {
        if let fault = Oracle.fault(in: changes, from: before, to: after) {
            Issue.record("\(name): \(String(fault.prefix(500)))")
        }
    }
}

enum LargeCounts {
    #if DATASOURCES_INTERNAL_CHECKS
    static let all = [1_000]
    #elseif DEBUG
    static let all = [5_000]
    #else
    static let all = [5_000, 50_000]
    #endif
}

extension Row {
    /// Rows with consecutive ids.
    static func range(_ first: Int, _ count: Int) -> [Row] {
        (first..<first + count).map { Row($0) }
    }
}

extension [Row] {
    fileprivate func inserting(_ rows: [Row], at offset: Int) -> [Row] {
        Array(self[..<offset] + rows + self[offset...])
    }
}
