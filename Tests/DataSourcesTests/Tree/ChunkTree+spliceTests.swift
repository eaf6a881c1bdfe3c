@testable import DataSources
import TestKit
import Testing

/// Splices against `replaceSubrange` of an array.
struct ChunkTreeSpliceTests {
    /// Splices a copy; what is wrong with it, or with the version before.
    private static func fault(of before: GrownTree, _ hunks: [Hunk], from rows: [Row]) -> String? {
        var after = before
        let refused = after.splice(hunks, from: rows)
        if !refused.isEmpty { return "\(refused) were refused" }
        if let fault = after.fault() { return fault }
        if let fault = before.fault() { return "the version before: \(fault)" }
        let lost = after.untouchedLeavesLost(since: before, hunks)
        return lost == 0 ? nil : "\(lost) leaves that no hunk reaches are not shared"
    }

    private static func rows(_ count: Int, from first: Int = 0) -> [Row] { (first..<first + count).map { Row($0) } }

    @Test(arguments: [0, 1, 5, 17, 50])
    func `each range is replaced by fewer, as many and more rows`(count: Int) throws {
        let tree = GrownTree(loading: Self.rows(count))
        for lower in 0...count {
            for upper in lower...count {
                for length in [0, 1, 40] {
                    let hunk = Hunk(old: lower..<upper, new: 0..<length)
                    let fault = Self.fault(of: tree, [hunk], from: Self.rows(length, from: 100))
                    try #require(fault == nil, "\(lower)..<\(upper) of \(count) by \(length) rows")
                }
                let reversed = Array(tree.model[lower..<upper].reversed())
                let fault = Self.fault(of: tree, [Hunk(old: lower..<upper, new: 0..<upper - lower)], from: reversed)
                try #require(fault == nil, "\(lower)..<\(upper) of \(count) reversed")
            }
        }
    }

    @Test func `each two ranges of a small tree are replaced by up to two rows each`() throws {
        let count = 7
        let tree = GrownTree(appending: Self.rows(count))
        for first in 0...count {
            for second in first...count {
                for third in second...count {
                    for fourth in third...count where second < third || (first < second && third < fourth) {
                        for (left, right) in [(0, 0), (0, 1), (1, 0), (2, 2)] {
                            let hunks = [
                                Hunk(old: first..<second, new: 0..<left),
                                Hunk(old: third..<fourth, new: left..<left + right),
                            ]
                            let fault = Self.fault(of: tree, hunks, from: Self.rows(left + right, from: 100))
                            try #require(fault == nil, "\(hunks)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: seeds(20))
    func `random hunks in a large tree`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var tree = GrownTree(loading: Self.rows(800 + random.below(800)))
        for step in 0..<6 {
            var (hunks, rows): ([Hunk], [Row]) = ([], [])
            var position = random.below(60)
            while position < tree.model.count {
                let old = position..<min(tree.model.count, position + random.below(random.below(3) == 0 ? 120 : 6))
                let first = rows.count
                let keepsIDs = random.below(3) == 0
                rows +=
                    keepsIDs
                    ? tree.model[old].map { Row($0.id, 1 + random.below(5)) }
                    : Self.rows(random.below(random.below(5) == 0 ? 90 : 5), from: 10_000 * (step + 1) + first)
                if !(old.isEmpty && first == rows.count) {
                    hunks.append(Hunk(old: old, new: first..<rows.count, keepsIDs: keepsIDs))
                }
                position = old.upperBound + 1 + random.below(150)
            }
            let before = tree
            let refused = tree.splice(hunks, from: rows)
            try #require(refused == [], "seed \(seed), step \(step)")
            try #require(tree.fault() == nil && before.fault() == nil, "seed \(seed), step \(step)")
            try #require(tree.untouchedLeavesLost(since: before, hunks) == 0, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: [0, 1, 3, 30, 200]) func `the whole list is replaced`(count: Int) throws {
        for length in [0, 1, 31, 32, 33, 500] {
            let tree = GrownTree(appending: Self.rows(count))
            let hunk = Hunk(old: 0..<count, new: 0..<length)
            for first in [0, count / 2, count] {
                let fault = Self.fault(of: tree, [hunk], from: Self.rows(length, from: first))
                try #require(fault == nil, "\(count) rows by \(length) from \(first)")
            }
        }
    }

    @Test(arguments: [1, 2, 5, 33, 100])
    func `law 7: a splice that would repeat an id changes nothing, and names each such id once`(count: Int) throws {
        for lower in 0..<count {
            for upper in Set([lower, lower + 1, count]) {
                let before = GrownTree(loading: Self.rows(count))
                var tree = before
                let staying = (0..<count).first { !(lower..<upper).contains($0) }
                let twice = [Row(500), Row(501), Row(500), Row(500)]
                let known = staying.map { Row($0) }
                let rows = twice + (known.map { [$0, $0] } ?? [])
                let refused = tree.splice([Hunk(old: lower..<upper, new: 0..<rows.count)], from: rows)
                let label = "\(lower)..<\(upper) of \(count)"
                try #require(refused == [500] + (staying.map { [$0] } ?? []), "\(label)")
                try #require(tree.tree.isIdentical(to: before.tree) && tree.fault() == nil, "\(label)")
            }
        }
    }
}
