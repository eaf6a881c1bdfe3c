@testable import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The pairs that the aligner finds are a matching by identity: each element is in one pair at most, with one of its id.
struct AlignerTests {
    private static func tree<Item>(_ items: [Item]) -> ChunkTree<Item> { ChunkTree(unindexed: ContiguousArray(items)) }

    /// What is wrong with the changes between two lists, whose ids may be there several times.
    private static func fault(
        _ old: ChunkTree<Row>, _ new: ChunkTree<Row>, sharesSlots: Bool = false
    ) -> String? {
        let (before, after) = (Array(old.elements), Array(new.elements))
        do {
            let changes = try Matching.changes(from: old, to: new, sharesSlots: sharesSlots)
            let pairs = try Matching(changes, old: before.count, new: after.count).pairs
            if let pair = pairs.first(where: { before[$0.before].id != after[$0.after].id }) { return "\(pair)" }
            let changed = pairs.filter { before[$0.before] != after[$0.after] }
            if Set(changed) != Set(changes.updates) { return "the updates are \(changes.updates), not \(changed)" }
            let (olds, news) = (Set(before.map(\.id)), Set(after.map(\.id)))
            if olds.count < before.count || news.count < after.count { return nil }
            if pairs.count != olds.intersection(news).count { return "\(pairs.count) pairs" }
            return Oracle.fault(in: changes, from: before, to: after)
        } catch {
            return "\(error)"
        }
    }

    // MARK: Unique ids

    @Test func `all small lists, and with other content`() throws {
        let lists = SmallStates.arrangements(of: 4)
        for before in lists {
            let old = Self.tree(before.map { Row($0) })
            for after in lists {
                for values in [0, 0b0110] {
                    let fault = Self.fault(old, Self.tree(after.map { Row($0, values >> $0 & 1) }))
                    try #require(fault == nil, "\(before) to \(after), values \(values)")
                }
            }
        }
    }

    @Test func `all small lists of blocks, with more leftovers than a few`() throws {
        let lists = SmallStates.arrangements(of: 3).map { list in
            list.flatMap { block in (0..<70).map { Row(block * 100 + $0) } }
        }
        for before in lists {
            for (place, after) in lists.enumerated() {
                // Reversed, all of a block is left over.
                let rows = place % 2 == 0 ? after : after.reversed()
                try #require(Self.fault(Self.tree(before), Self.tree(rows)) == nil, "\(before.count) to \(rows)")
            }
        }
    }

    @Test(arguments: seeds(20))
    func `random versions of one tree, which share nodes, and the same as strangers`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let start = GrownTree(loading: (0..<200 + random.below(500)).map { Row($0) })
        var edited = start
        for step in 0..<random.below(60) { edited.editAtRandom(&random, fresh: 10_000 + 20 * step) }
        var rows = edited.model
        if seed % 5 == 0 { rows.shuffle(using: &random) }
        _ = edited.splice(edited.hunks(to: rows), from: rows)
        try #require(Self.fault(start.tree, edited.tree, sharesSlots: true) == nil, "seed \(seed)")
        try #require(Self.fault(edited.tree, start.tree, sharesSlots: true) == nil, "seed \(seed)")
        try #require(Self.fault(start.tree, Self.tree(rows)) == nil, "seed \(seed)")
        let shared = try Matching(from: start.tree, to: edited.tree, sharesSlots: true)
        let strange = try Matching(from: start.tree, to: Self.tree(rows))
        #expect(Set(shared.pairs) == Set(strange.pairs), "seed \(seed)")
    }

    @Test func `slots that name other nodes cost time, but no pair`() throws {
        // Two trees of different indexes, which hand out the same slots.
        for (before, after) in [(0..<300, 100..<400), (0..<300, 300..<900), (0..<5, 0..<900)] {
            let old = GrownTree(loading: before.map { Row($0) })
            let new = GrownTree(loading: after.reversed().map { Row($0) })
            #expect(Self.fault(old.tree, new.tree, sharesSlots: true) == nil, "\(before) to \(after)")
        }
    }

    // MARK: Ids that are there several times

    @Test func `all small lists over three ids`() throws {
        var lists: [[Int]] = [[]]
        for length in 0..<4 {
            lists += lists.filter { $0.count == length }.flatMap { list in (0..<3).map { list + [$0] } }
        }
        for before in lists {
            let old = Self.tree(before.enumerated().map { Row($1, $0) })
            for after in lists where (before.count + after.count) < 8 {
                let fault = Self.fault(old, Self.tree(after.map { Row($0) }))
                try #require(fault == nil, "\(before) to \(after)")
            }
        }
    }

    @Test(arguments: seeds(20))
    func `random lists over few ids`(seed: UInt64) {
        var random = Random(seed: seed)
        let ids = 1 + random.below(60)
        let (before, after) = (random.below(400), random.below(400))
        let old = Self.tree((0..<before).map { _ in Row(random.below(ids), random.below(2)) })
        let new = Self.tree((0..<after).map { _ in Row(random.below(ids), random.below(2)) })
        #expect(Self.fault(old, new) == nil, "seed \(seed)")
    }

    // MARK: Ids that misbehave

    /// Aligns random lists whose items misbehave; their pairs have to be a matching, by identity if `areHonest` says so.
    private static func misbehave<Item: OddItem>(
        _ type: Item.Type, seed: UInt64, areHonest: (Item, Item) -> Bool = { _, _ in true }
    ) throws {
        var random = Random(seed: seed)
        let whim = Whim(seed: seed)
        var numbers = Array(0..<random.below(seed % 3 == 0 ? 500 : 30))
        let old = tree(numbers.map { Item($0, 0, whim) })
        for _ in 0..<numbers.count / 8 { numbers[random.below(numbers.count)] = random.below(600) }
        if seed % 2 == 0 { numbers.shuffle(using: &random) }
        let new = tree(numbers.map { Item($0, 1, whim) })
        do {
            let (olds, news) = (old.elements, new.elements)
            for pair in try Matching(from: old, to: new).pairs {
                try #require(areHonest(olds[pair.before], news[pair.after]), "\(type), seed \(seed): \(pair)")
            }
        } catch let fault as Matching.Fault {
            Issue.record("\(type), seed \(seed): \(fault.description)")
        }
    }

    @Test(arguments: seeds(20))
    func `law 15: with hashes that collide or lie it ends, and pairs are of one id`(seed: UInt64) throws {
        try Self.misbehave(Odd<CollidingID>.self, seed: seed) { $0.id == $1.id }
        try Self.misbehave(Odd<LyingHashID>.self, seed: seed) { $0.id.number == $1.id.number }
        try Self.misbehave(Odd<EqualID>.self, seed: seed) { $0.id == $1.id }
        try Self.misbehave(Odd<Double>.self, seed: seed) { $0.id == $1.id || ($0.id.isNaN && $1.id.isNaN) }
        try Self.misbehave(OddContent.self, seed: seed) { $0.id == $1.id }
    }

    @Test(arguments: seeds(20))
    func `law 15: whatever == says of ids, it ends and nothing is paired twice`(seed: UInt64) throws {
        try Self.misbehave(Odd<FlippingID>.self, seed: seed)
        try Self.misbehave(Odd<RandomID>.self, seed: seed)
        try Self.misbehave(Odd<UnequalID>.self, seed: seed)
    }
}
