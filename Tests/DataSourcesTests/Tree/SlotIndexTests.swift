@testable import DataSources
import TestKit
import Testing

extension SlotIndex {
    /// Hashes and leaves, sorted.
    var entries: [UInt64] { table.entries.map(\.bits).sorted() }

    /// The path of the first entry with the hash of `id`.
    func path(of id: ID) -> SlotPath? { path(to: searchHash(of: id)) }
}

extension LeafEntry {
    var bits: UInt64 { UInt64(hash) << 32 | UInt64(UInt32(bitPattern: leaf)) }
}

/// The index against dictionaries; its slots against sets.
struct SlotIndexTests {
    // MARK: Ids

    /// Enters, claims, moves and leaves at random; `key` is one and the same for ids with one hash.
    private static func fault<ID: Hashable>(seed: UInt64, _ id: (Int) -> ID, key: (Int) -> Int) -> String? {
        var random = Random(seed: seed)
        var index = SlotIndex<ID>()
        // The leaves of each key.
        var model: [Int: [Int32]] = [:]
        for step in 0..<300 {
            let (number, slot, other) = (random.below(40), Int32(random.below(5)), Int32(random.below(5)))
            func leave() {
                if let place = model[key(number)]?.firstIndex(of: slot) { model[key(number)]?.remove(at: place) }
            }
            switch random.below(5) {
            case 0:
                index.enter(id(number), in: slot)
                model[key(number), default: []].append(slot)
            case 1:
                let isFree = model[key(number), default: []].isEmpty
                if index.claim(id(number), in: slot) != isFree { return "step \(step): the claim of \(number)" }
                if isFree { model[key(number)] = [slot] }
            case 2:
                index.move(id(number), from: slot, to: other)
                leave()
                model[key(number), default: []].append(other)
            default:
                // An id that is in another leaf stays there.
                index.leave(id(number), from: slot)
                leave()
            }
            for number in 0..<40 {
                let leaves = model[key(number)] ?? []
                if (0..<5).contains(where: { index.has(id(number), in: $0) != leaves.contains($0) }) {
                    return "step \(step): \(number) is not in \(leaves)"
                }
                if index.table.numbers(index.searchHash(of: id(number))).count != leaves.count { return "step \(step)" }
            }
            let count = model.values.reduce(0) { $0 + $1.count }
            if index.idCount != count { return "step \(step): \(index.idCount) ids" }
        }
        index.leaveAll(keepingCapacity: seed % 2 == 0)
        return index.idCount == 0 && index.path(of: id(3)) == nil ? nil : "ids are left"
    }

    @Test(arguments: seeds(10))
    func `random ids of several types against a dictionary`(seed: UInt64) {
        #expect(Self.fault(seed: seed, { $0 }, key: { $0 }) == nil, "seed \(seed)")
        #expect(Self.fault(seed: seed, OtherIDs.string, key: { $0 }) == nil, "seed \(seed)")
        #expect(Self.fault(seed: seed, { CollidingID(number: $0) }, key: { _ in 0 }) == nil, "seed \(seed)")
    }

    @Test(arguments: seeds(10))
    func `all ids that do not equal themselves have one hash`(seed: UInt64) {
        let fault = Self.fault(
            seed: seed, { $0 % 5 == 0 ? Double.nan : Double($0) }, key: { $0 % 5 == 0 ? -1 : $0 }
        )
        #expect(fault == nil, "seed \(seed)")
    }

    @Test(arguments: seeds(10))
    func `law 15: ids that misbehave lose entries, but nothing traps and what is said of slots is right`(
        seed: UInt64
    ) throws {
        func misbehave<ID: OddID>(_ type: ID.Type) throws {
            var random = Random(seed: seed)
            let whim = Whim(seed: seed)
            var index = SlotIndex<ID>()
            let slots = (0..<4).map { _ in index.makeSlot(under: -1) }
            for _ in 0..<300 {
                let (id, slot) = (ID(random.below(30), whim), slots[random.below(4)])
                switch random.below(3) {
                case 0: index.enter(id, in: slot)
                case 1: _ = index.claim(id, in: slot)
                default: index.leave(id, from: slot)
                }
                if let path = index.path(of: id) { try #require(path.home == -1, "\(type), seed \(seed)") }
            }
        }
        try misbehave(LyingHashID.self)
        try misbehave(FlippingID.self)
        try misbehave(RandomID.self)
        try misbehave(UnequalID.self)
        try misbehave(EqualID.self)
    }

    @Test func `an index that knows no ids lets all of them in`() {
        var index = SlotIndex<Int>(knowsIDs: false)
        index.enter(1, in: 0)
        let claims = [index.claim(1, in: 0), index.claim(1, in: 0)]
        #expect(claims == [true, true] && index.idCount == 0)
    }

    // MARK: Slots

    @Test(arguments: seeds(30))
    func `random transactions: no slot is handed out that is in use, or was when the transaction began`(
        seed: UInt64
    ) throws {
        var random = Random(seed: seed)
        var index = SlotIndex<Int>()
        var used: Set<Int32> = []
        /// The slots in use before each transaction that is open, and how it is ended.
        var open: [(used: Set<Int32>, savepoint: Savepoint)] = []
        for step in 0..<300 {
            switch random.below(8) {
            case 0, 1, 2:
                let slot = index.makeSlot(under: Int32(step))
                try #require(used.insert(slot).inserted, "seed \(seed), step \(step)")
                try #require(open.allSatisfy { !$0.used.contains(slot) }, "seed \(seed), step \(step)")
                try #require(index.parents[Int(slot)] == Int32(step), "seed \(seed), step \(step)")
            case 3, 4:
                guard let slot = used.sorted().randomElement(using: &random) else { continue }
                used.remove(slot)
                index.retire(slot)
            case 5 where open.count < 3: open.append((used, index.beginTransaction()))
            case 6:
                if let ended = open.popLast() { index.keepTransaction(since: ended.savepoint) }
            default:
                guard let ended = open.popLast() else { continue }
                index.dropTransaction(since: ended.savepoint)
                used = ended.used
            }
            if open.isEmpty {
                try #require(index.taken.isEmpty && index.retired.isEmpty, "seed \(seed), step \(step)")
                let free = Set(index.free)
                try #require(free.count == index.free.count && free.isDisjoint(with: used), "seed \(seed)")
                try #require(free.count + used.count == index.parents.count, "seed \(seed), step \(step)")
            }
        }
    }

    @Test func `the path to an id leads from its leaf to the root's home`() throws {
        var index = SlotIndex<Int>()
        var slots: [Int32] = []
        for home in [-1, -2, -77] as [Int32] {
            slots = [index.makeSlot(under: home)]
            for _ in 0..<5 { slots.append(index.makeSlot(under: slots[slots.count - 1])) }
            index.enter(Int(-home), in: slots[5])
            let path = try #require(index.path(of: Int(-home)))
            #expect((0..<6).map { path[$0] } == slots.reversed() && path.home == home)
        }
        #expect(index.path(of: 5) == nil)
        // A circle, as an index that is wrong might have: the path ends all the same.
        index.setParent(of: slots[0], to: slots[5])
        #expect(index.path(of: 77) != nil)
    }

    // MARK: Restoring

    @Test(arguments: seeds(25))
    func `law 7: what a transaction did to a tree is undone, and the index says what it said before`(
        seed: UInt64
    ) throws {
        var random = Random(seed: seed)
        var tree = GrownTree(loading: (0..<random.below(seed % 4 == 0 ? 900 : 90)).map { Row($0) })
        var fresh = 1_000
        for step in 0..<6 {
            tree.editAtRandom(&random, fresh: fresh)
            let before = tree
            tree.undoing { tree in
                for edit in 0..<random.below(40) { tree.editAtRandom(&random, fresh: fresh + 20 + 20 * edit) }
                if random.below(4) == 0 {
                    _ = tree.splice([Hunk(old: 0..<tree.model.count, new: 0..<50)], from: (0..<50).map { Row(-1 - $0) })
                }
            }
            fresh += 1_000
            try #require(tree.fault() == nil, "seed \(seed), step \(step)")
            try #require(tree.tree.isIdentical(to: before.tree), "seed \(seed), step \(step)")
            try #require(tree.index.entries == before.index.entries, "seed \(seed), step \(step)")
            try #require(Set(tree.index.free).isSuperset(of: before.index.free), "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: seeds(13))
    func `law 7: a transaction in a transaction is undone alone, or together with the outer one`(
        seed: UInt64
    ) throws {
        var random = Random(seed: seed)
        var tree = GrownTree(loading: (0..<random.below(120)).map { Row($0) })
        let start = tree
        let (undoesOuter, undoesInner) = (seed % 2 == 0, seed / 2 % 2 == 0)
        func edit(_ tree: inout GrownTree, fresh: Int) {
            for step in 0..<10 { tree.editAtRandom(&random, fresh: fresh + 20 * step) }
        }
        func outer(_ tree: inout GrownTree) {
            edit(&tree, fresh: 1_000)
            let middle = tree.model
            if undoesInner {
                tree.undoing { edit(&$0, fresh: 2_000) }
                #expect(tree.model == middle, "seed \(seed)")
            } else {
                tree.keeping { edit(&$0, fresh: 2_000) }
            }
            #expect(tree.fault() == nil, "seed \(seed)")
            edit(&tree, fresh: 3_000)
        }
        if undoesOuter { tree.undoing(outer) } else { tree.keeping(outer) }
        try #require(tree.fault() == nil, "seed \(seed)")
        if undoesOuter {
            #expect(tree.model == start.model && tree.index.entries == start.index.entries, "seed \(seed)")
        }
    }
}
