import TestKit

@testable import DataSources

/// A chunk tree with its index, and the array that it should be equal to.
///
/// The tree, the index and the aligner are internal, which is what lets clients inline them. So this file and their suites
/// import the library with `@testable`; all others use `package` access.
struct GrownTree {
    private static let home: Int32 = -1

    private(set) var tree: ChunkTree<Row>
    private(set) var index = SlotIndex<Int>()
    private(set) var model: [Row]

    /// A tree whose nodes are three quarters full.
    init(loading rows: [Row]) {
        tree = ChunkTree(loading: ContiguousArray(rows), index: &index, home: Self.home)
        model = rows
    }

    /// A tree whose leaves are full.
    init(appending rows: [Row]) {
        self.init(loading: [])
        for row in rows { insert(row, at: model.count) }
    }

    mutating func insert(_ row: Row, at position: Int) {
        let slot = tree.leafSlot(forInsertionAt: position)
        if !index.claim(row.id, in: slot) {
            // Another id may have the same short hash: about one of 6,000 has, in one of 240 processes.
            precondition(!model.contains { $0.id == row.id }, "the id is there already")
            index.enter(row.id, in: slot)
        }
        tree.insert(row, at: position, index: &index, home: Self.home)
        model.insert(row, at: position)
    }

    /// Removes a row; `false` when it is not the one that the array has there.
    mutating func remove(at position: Int) -> Bool {
        tree.remove(at: position, index: &index, home: Self.home) == model.remove(at: position)
    }

    mutating func move(from old: Int, to new: Int) {
        tree.put(tree.take(at: old, index: &index, home: Self.home), at: new, index: &index, home: Self.home)
        model.insert(model.remove(at: old), at: new)
    }

    mutating func replace(at position: Int, value: Int) {
        let row = Row(model[position].id, value)
        tree.replace(at: position, with: row)
        model[position] = row
    }

    /// Splices; the ids that were refused.
    mutating func splice(_ hunks: [Hunk], from rows: [Row]) -> [Int] {
        let refused = rows.withBorrowedElements { tree.splice(hunks, from: $0, index: &index, home: Self.home) }
        if refused.isEmpty {
            for hunk in hunks.reversed() { model.replaceSubrange(hunk.old, with: rows[hunk.new]) }
        }
        return refused
    }

    func hunks(to rows: [Row]) -> [Hunk] {
        rows.withBorrowedElements { tree.hunks(to: $0) }
    }

    /// One edit of one row, or of a few neighbours; `fresh` is an id that is not there, and so are the next ten.
    mutating func editAtRandom(_ random: inout Random, fresh: Int) {
        let (count, place) = (model.count, random.below(model.count))
        switch random.below(10) {
        case 0, 1, 2: insert(Row(fresh), at: random.below(count + 1))
        case 3 where count > 0, 4 where count > 0: _ = remove(at: place)
        case 5 where count > 0, 6 where count > 0: move(from: place, to: random.below(count))
        case 7 where count > 0: replace(at: place, value: random.below(6))
        default:
            let old = place..<min(count, place + random.below(8))
            let rows = (0..<random.below(10)).map { Row(fresh + $0) }
            _ = splice([Hunk(old: old, new: 0..<rows.count)], from: rows)
        }
    }

    /// Does something and takes it back, as a transaction does that throws.
    mutating func undoing(_ body: (inout GrownTree) -> Void) {
        let before = (tree: tree, model: model)
        let savepoint = index.beginTransaction()
        body(&self)
        index.restore([HousedTree(before.tree, home: Self.home)], from: [HousedTree(tree, home: Self.home)])
        index.dropTransaction(since: savepoint)
        (tree, model) = before
    }

    /// Does something and keeps it.
    mutating func keeping(_ body: (inout GrownTree) -> Void) {
        let savepoint = index.beginTransaction()
        body(&self)
        index.keepTransaction(since: savepoint)
    }

    // MARK: Checks

    /// What is wrong with the tree or its index; `nil` when nothing is.
    func fault() -> String? {
        if Array(tree.elements) != model { return "the tree has \(Array(tree.elements)), the array \(model)" }
        var census = Census()
        if let fault = fault(of: tree.root, height: tree.height, parent: Self.home, &census) { return fault }
        census.entries.sort()
        if census.entries != index.entries { return "the index has \(index.entries), the tree \(census.entries)" }
        let unused = Set(index.free).union(index.retired)
        if !census.slots.isDisjoint(with: unused) { return "a slot is free and in use" }
        if unused.count != index.free.count + index.retired.count { return "a slot is free twice" }
        return census.slots.count + unused.count == index.parents.count ? nil : "slots have been lost"
    }

    private struct Census {
        var slots: Set<Int32> = []
        var entries: [UInt64] = []
    }

    private func fault(of node: ChunkNode<Row>, height: Int32, parent: Int32, _ census: inout Census) -> String? {
        if !census.slots.insert(node.slot).inserted { return "two nodes have the slot \(node.slot)" }
        if index.parents[Int(node.slot)] != parent { return "the index has another parent of slot \(node.slot)" }
        if node.isLeaf != (height == 0) { return "a leaf or a branch at height \(height)" }
        let limit = node.isLeaf ? ChunkLimits.leaf : ChunkLimits.branch
        let least = parent == Self.home ? (node.isLeaf ? 0 : 2) : 1
        if !(least...limit).contains(node.width) { return "a node of \(node.width) at height \(height)" }
        for row in node.elements {
            census.entries.append(LeafEntry(hash: index.searchHash(of: row.id), leaf: node.slot).bits)
        }
        for child in node.children {
            if let fault = fault(of: child, height: height - 1, parent: node.slot, &census) { return fault }
        }
        let count = node.elements.count + node.children.reduce(0) { $0 + Int($1.count) }
        return count == Int(node.count) ? nil : "a node of \(count) rows counts \(node.count)"
    }

    /// The addresses of the leaves that are not empty, by their first positions.
    var leaves: [(start: Int, count: Int, address: UInt)] {
        var result: [(start: Int, count: Int, address: UInt)] = []
        tree.forEachLeaf { rows, _ in
            let start = result.last.map { $0.start + $0.count } ?? 0
            result.append((start, rows.count, rows.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }))
        }
        return result
    }

    /// The number of this tree's leaves that an older version, which is alive, does not have.
    func leavesUnshared(with older: GrownTree) -> Int {
        let known = Set(older.leaves.map(\.address))
        return leaves.filter { !known.contains($0.address) }.count
    }

    /// The leaves of an older version that no hunk reaches, and that this one does not share.
    ///
    /// Small leaves may have been merged with a neighbour that a hunk reaches.
    func untouchedLeavesLost(since older: GrownTree, _ hunks: [Hunk]) -> Int {
        let known = Set(leaves.map(\.address))
        return older.leaves.filter { leaf in
            let end = leaf.start + leaf.count
            // A hunk that only inserts belongs to the leaf that follows it.
            let isReached = hunks.contains { hunk in
                hunk.old.isEmpty
                    ? (leaf.start..<end).contains(hunk.old.lowerBound) || hunk.old.lowerBound == older.model.count
                    : hunk.old.overlaps(leaf.start..<end)
            }
            return !isReached && leaf.count > ChunkLimits.leaf / 2 && !known.contains(leaf.address)
        }.count
    }
}
