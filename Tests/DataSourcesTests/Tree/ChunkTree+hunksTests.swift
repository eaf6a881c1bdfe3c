@testable import DataSources
import TestKit
import Testing

/// Hunks between a tree and an array lead from one to the other, and leave alone what is equal.
struct ChunkTreeHunksTests {
    /// What is wrong with the hunks to `rows`, or with the tree that they lead to.
    private static func fault(of tree: GrownTree, to rows: [Row]) -> String? {
        let hunks = tree.hunks(to: rows)
        var (old, new) = (0, 0)
        for hunk in hunks {
            let same = hunk.old.lowerBound - old
            if same < 0 || hunk.new.lowerBound - new != same { return "they are not apart: \(hunks)" }
            if tree.model[old..<old + same] != rows[new..<new + same] { return "they pass over a change: \(hunks)" }
            let hasSameIDs = tree.model[hunk.old].map(\.id) == rows[hunk.new].map(\.id)
            if hunk.keepsIDs, !hasSameIDs { return "other ids: \(hunks)" }
            (old, new) = (hunk.old.upperBound, hunk.new.upperBound)
        }
        if tree.model[old...] != rows[new...] { return "they pass over a change at the end: \(hunks)" }
        var after = tree
        if !after.splice(hunks, from: rows).isEmpty { return "the splice is refused: \(hunks)" }
        if after.model != rows { return "they lead to \(after.model)" }
        if tree.model == rows, !after.tree.isIdentical(to: tree.tree) { return "equal rows are copied" }
        if after.untouchedLeavesLost(since: tree, hunks) > 0 { return "a leaf that no hunk reaches is not shared" }
        return after.fault()
    }

    @Test func `between all small lists, and with other content`() throws {
        let lists = SmallStates.arrangements(of: 4)
        for before in lists {
            let tree = GrownTree(appending: before.map { Row($0) })
            for after in lists {
                for values in [0, 0b0101, 0b1111] {
                    let fault = Self.fault(of: tree, to: after.map { Row($0, values >> $0 & 1) })
                    try #require(fault == nil, "\(before) to \(after), values \(values)")
                }
            }
        }
    }

    @Test func `between all small lists of blocks that are longer than a look ahead`() throws {
        let lists = SmallStates.arrangements(of: 3).map { list in
            list.flatMap { block in (0..<70).map { Row(block * 100 + $0) } }
        }
        for before in lists {
            let tree = GrownTree(loading: before)
            for after in lists {
                try #require(Self.fault(of: tree, to: after) == nil, "\(before.count) to \(after.count) rows")
            }
        }
    }

    @Test(arguments: seeds(25))
    func `random edits of a large list`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let tree = GrownTree(loading: (0..<300 + random.below(900)).map { Row($0) })
        var other = tree
        for step in 0..<random.below(12) { other.editAtRandom(&random, fresh: 10_000 + 20 * step) }
        var rows = other.model
        if seed % 8 == 0 { rows.shuffle(using: &random) }
        if seed % 8 == 1 { rows.reverse() }
        #expect(Self.fault(of: tree, to: rows) == nil, "seed \(seed)")
    }

    @Test func `one change in a large list is one hunk of one row`() throws {
        let tree = GrownTree(loading: (0..<2_000).map { Row($0) })
        for position in [0, 1, 700, 1_999] {
            var (changed, shorter, longer) = (tree.model, tree.model, tree.model)
            changed[position].value = 1
            shorter.remove(at: position)
            longer.insert(Row(-1), at: position)
            for (rows, old, new) in [(changed, 1, 1), (shorter, 1, 0), (longer, 0, 1)] {
                let hunks = tree.hunks(to: rows)
                #expect(hunks.count == 1 && hunks.first?.old.count == old && hunks.first?.new.count == new)
                #expect(Self.fault(of: tree, to: rows) == nil)
            }
        }
    }
}
