@testable import DataSources
import TestKit
import Testing

/// Edits of one element against an array; older versions stay as they were and share what the edit did not touch.
struct ChunkTreeEditTests {
    /// Both kinds of tree with so many rows: with nodes that are full, and with room.
    private static func trees(_ count: Int) -> [GrownTree] {
        let rows = (0..<count).map { Row($0) }
        return [GrownTree(loading: rows), GrownTree(appending: rows)]
    }

    /// Edits a copy; what is wrong with it, or with the version before, which has to share all but `most` leaves.
    private static func fault(
        of before: GrownTree, sharingAllBut most: Int, _ edit: (inout GrownTree) -> Void
    ) -> String? {
        var after = before
        edit(&after)
        if let fault = after.fault() { return fault }
        if let fault = before.fault() { return "the version before: \(fault)" }
        let unshared = after.leavesUnshared(with: before)
        return unshared <= most ? nil : "\(unshared) leaves are not shared"
    }

    @Test func `an insertion at each position of all small trees`() throws {
        for count in 0...68 {
            for tree in Self.trees(count) {
                for position in 0...count {
                    let fault = Self.fault(of: tree, sharingAllBut: 2) { $0.insert(Row(count), at: position) }
                    try #require(fault == nil, "at \(position) of \(count)")
                }
            }
        }
    }

    @Test func `a removal and a replacement at each position of all small trees`() throws {
        for count in 1...68 {
            for tree in Self.trees(count) {
                for position in 0..<count {
                    let removal = Self.fault(of: tree, sharingAllBut: 2) {
                        if !$0.remove(at: position) { Issue.record("another row was removed") }
                    }
                    try #require(removal == nil, "at \(position) of \(count)")
                    let replacement = Self.fault(of: tree, sharingAllBut: 1) { $0.replace(at: position, value: 1) }
                    try #require(replacement == nil, "at \(position) of \(count)")
                }
            }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 9, 17, 33, 50])
    func `a move from each position to each other`(count: Int) throws {
        for tree in Self.trees(count) {
            for old in 0..<count {
                for new in 0..<count {
                    let fault = Self.fault(of: tree, sharingAllBut: 4) { $0.move(from: old, to: new) }
                    try #require(fault == nil, "from \(old) to \(new) of \(count)")
                }
            }
        }
    }

    @Test(arguments: [(0, true), (0, false), (40, true), (40, false)])
    func `a tree is emptied from either end and filled again`(count: Int, isFromStart: Bool) throws {
        var tree = GrownTree(appending: (0..<count + 300).map { Row($0) })
        while !tree.model.isEmpty {
            let isRight = tree.remove(at: isFromStart ? 0 : tree.model.count - 1)
            try #require(isRight, "\(tree.model.count) rows left")
            if tree.model.count % 13 < 2 { try #require(tree.fault() == nil, "\(tree.model.count) rows left") }
        }
        #expect(tree.tree.height == 0)
        for id in 0..<300 { tree.insert(Row(id), at: isFromStart ? 0 : id) }
        #expect(tree.fault() == nil)
    }

    @Test(arguments: seeds(13))
    func `random histories: every version stays what it was`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var tree = GrownTree(loading: (0..<random.below(120)).map { Row($0) })
        var versions: [GrownTree] = []
        for step in 0..<100 {
            tree.editAtRandom(&random, fresh: 1_000 + 20 * step)
            try #require(tree.fault() == nil, "seed \(seed), step \(step)")
            if step % 10 == 0 { versions.append(tree) }
        }
        for version in versions { try #require(version.fault() == nil, "seed \(seed)") }
    }

    @Test(arguments: seeds(3))
    func `random histories of a large tree, whose rows are found by their ids`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var tree = GrownTree(appending: (0..<6_000).map { Row($0) })
        for step in 0..<600 {
            tree.editAtRandom(&random, fresh: 10_000 + 20 * step)
            if step % 60 == 59 { try #require(tree.fault() == nil, "seed \(seed), step \(step)") }
            let position = random.below(tree.model.count)
            let found = tree.tree.position(of: tree.model[position].id, in: tree.index)
            try #require(found == position, "seed \(seed), step \(step)")
        }
    }

    @Test func `an edit of a large tree copies one path`() {
        let before = GrownTree(loading: (0..<20_000).map { Row($0) })
        for position in [0, 1, 9_999, 19_999] {
            #expect(Self.fault(of: before, sharingAllBut: 1) { $0.replace(at: position, value: 1) } == nil)
            #expect(Self.fault(of: before, sharingAllBut: 2) { $0.insert(Row(-1), at: position) } == nil)
        }
    }
}
