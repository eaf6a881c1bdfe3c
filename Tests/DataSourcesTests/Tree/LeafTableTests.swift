@testable import DataSources
import TestKit
import Testing

/// The hash table of the index against an array of its entries.
struct LeafTableTests {
    /// The entries of a table, in order.
    private static func sorted(_ entries: some Sequence<LeafEntry>) -> [UInt64] {
        entries.map(\.bits).sorted()
    }

    /// What the table says that is not so; every hash of `hashes` is looked up.
    private static func fault(of table: LeafTable, _ model: [LeafEntry], _ hashes: [UInt32]) -> String? {
        if table.count != model.count { return "\(table.count) entries of \(model.count)" }
        if table.capacity < table.count { return "more entries than there is room for" }
        if sorted(table.entries) != sorted(model) { return "other entries" }
        for hash in hashes {
            let found = sorted(table.numbers(hash).map { table.entries[$0] })
            if found != sorted(model.filter { $0.hash == hash }) { return "\(found) for the hash \(hash)" }
            let first = table.firstLeaf(hash)
            if first == nil ? !found.isEmpty : !model.contains(where: { $0.hash == hash && $0.leaf == first }) {
                return "the hash \(hash) is in the leaf \(String(describing: first))"
            }
        }
        return nil
    }

    /// Inserts, moves, removes, shrinks and drops at random, one or many.
    private static func fault(seed: UInt64, hashes: [UInt32]) -> String? {
        var random = Random(seed: seed)
        var table = LeafTable()
        var model: [LeafEntry] = []
        for step in 0..<240 {
            let (leaf, other) = (Int32(random.below(5)), Int32(random.below(5)))
            let hash = hashes[random.below(hashes.count)]
            let many = (0..<random.below(random.below(4) == 0 ? 65 : 4)).map { _ in hashes[random.below(hashes.count)] }
            let piece = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 64)
            defer { piece.deallocate() }
            let batch = ScratchPiece(piece.baseAddress!, count: 64)
            for (offset, hash) in many.enumerated() { batch[offset] = hash }
            func remove(_ hash: UInt32) {
                let place = model.firstIndex { $0.hash == hash && $0.leaf == leaf }
                if let place { model.remove(at: place) }
            }
            func move(_ hash: UInt32) {
                remove(hash)
                model.append(LeafEntry(hash: hash, leaf: other))
            }
            switch random.below(12) {
            case 0:
                table.insert(hash, leaf: leaf)
                model.append(LeafEntry(hash: hash, leaf: leaf))
            case 1, 2:
                let isNew = !model.contains { $0.hash == hash }
                if table.insertNew(hash, leaf: leaf) != isNew { return "step \(step): a claim" }
                if isNew { model.append(LeafEntry(hash: hash, leaf: leaf)) }
            case 3:
                table.insert(batch, count: many.count, leaf: leaf)
                model += many.map { LeafEntry(hash: $0, leaf: leaf) }
            case 4:
                let count = table.count
                var doubtful: [Int] = []
                table.insert(batch, count: many.count, leaf: -1, &doubtful)
                let known = many.indices.filter { offset in
                    model.contains { $0.hash == many[offset] } || many[..<offset].contains(many[offset])
                }
                if doubtful != known.map({ count + $0 }) { return "step \(step): \(doubtful) are doubtful" }
                if random.below(2) == 0 {
                    table.removeEntries(from: count)
                } else {
                    table.setLeaf(of: count..<count + many.count, to: leaf)
                    model += many.map { LeafEntry(hash: $0, leaf: leaf) }
                }
            case 5:
                table.move(hash, from: leaf, to: other)
                move(hash)
            case 6:
                table.move(batch, count: many.count, from: leaf, to: other)
                many.forEach(move)
            case 7:
                table.remove(hash, leaf: leaf)
                remove(hash)
            case 8, 9:
                table.remove(batch, count: many.count, leaf: leaf)
                many.forEach(remove)
            case 10: table.shrink()
            default: table.reserve(random.below(400))
            }
            if step % 12 == 11, let fault = fault(of: table, model, hashes) { return "step \(step): \(fault)" }
            if random.below(100) == 0 {
                table.removeAll(keepingCapacity: random.below(2) == 0)
                model = []
            }
        }
        return nil
    }

    @Test(arguments: seeds(12))
    func `random hashes against an array`(seed: UInt64) {
        var random = Random(seed: seed &+ 1_000)
        let hashes = (0..<80).map { _ in UInt32(truncatingIfNeeded: random.next()) }
        #expect(Self.fault(seed: seed, hashes: hashes) == nil, "seed \(seed)")
        // Some begin at one bucket and differ in lower bits, some in upper bits only, some are at either end.
        let close = (0..<40).map { UInt32($0) << (seed % 8) } + (0..<40).map { UInt32.max - UInt32($0) << 7 }
        #expect(Self.fault(seed: seed, hashes: close) == nil, "seed \(seed)")
        #expect(Self.fault(seed: seed, hashes: [7]) == nil, "seed \(seed)")
    }

    @Test func `there is room for the next power of two and for one and a half of it, and not much more`() {
        for count in [1, 12, 13, 18, 19, 24, 25, 1_000, 786_432, 786_433, 1_000_000] {
            var table = LeafTable()
            table.reserve(count)
            #expect(table.capacity >= count && table.capacity <= max(12, count * 3 / 2), "\(count)")
        }
    }

    @Test func `a table of 5,000 entries that grows by one hashes nothing, and its buckets are at least half used`() {
        let counter = HashCounter()
        var index = SlotIndex<HashCounter.ID>()
        for number in 0..<5_000 {
            let isNew = index.claim(HashCounter.ID(number: number, counter: counter), in: 0)
            #expect(isNew)
            #expect(number < 64 || index.idCapacity <= 2 * (number + 1), "\(number)")
        }
        index.reserve(20_000)
        index.table.shrink()
        #expect(index.idCapacity < 8_000)
        index.dropClaims(since: 1_000)
        #expect(counter.hashes == 5_000 && index.idCount == 1_000)
    }

    @Test func `consecutive numbers are spread over the buckets: a search looks at few of them`() {
        var index = SlotIndex<Int>()
        for number in 0..<100_000 { index.enter(number, in: 0) }
        #expect(index.table.longestSearch < 200)
    }

    private struct Row<ID: Hashable>: Identifiable {
        let id: ID
    }

    @Test func `many ids at once are hashed once, as one by one`() {
        let counter = HashCounter()
        let rows = ContiguousArray(
            (0..<1_000).map { HashCounter.Row(id: HashCounter.ID(number: $0, counter: counter)) })
        var (index, doubtful) = (SlotIndex<HashCounter.ID>(), [Int]())
        rows.withBorrowedElements { index.claim($0, in: 3, &doubtful) }
        #expect(doubtful.isEmpty && counter.hashes == 1_000 && index.idCount == 1_000)
        #expect(rows.allSatisfy { index.has($0.id, in: 3) })
        rows.withBorrowedElements { index.move(contentsOf: $0, from: 3, to: 4) }
        #expect(rows.allSatisfy { index.has($0.id, in: 4) && !index.has($0.id, in: 3) })
        rows.withBorrowedElements { index.leave(contentsOf: $0, from: 4) }
        #expect(index.idCount == 0)
    }

    /// Claims ids, some of them repeatedly or known already, and looks for the duplicates.
    private static func faultOfClaims<ID: Hashable>(seed: UInt64, _ id: (Int) -> ID) -> String? {
        var random = Random(seed: seed)
        let known = (0..<30).filter { _ in random.below(2) == 0 }
        var index = SlotIndex<ID>()
        for _ in 0..<3 { _ = index.makeSlot(under: -1) }
        for number in known { index.enter(id(number), in: Int32(number % 3)) }
        let numbers = (0..<random.below(60)).map { _ in random.below(seed % 2 == 0 ? 60 : 5_000) }
        let rows = ContiguousArray(numbers.map { Row(id: id($0)) })
        let claim = index.idCount
        var doubtful: [Int] = []
        rows.withBorrowedElements { index.claim($0, in: -1, &doubtful) }
        let found = index.duplicates(
            among: doubtful, since: claim, id: { rows[$0].id },
            isKnown: { wanted, path in known.contains { id($0) == wanted && path[0] == $0 % 3 } })
        var expected: [ID] = []
        for (offset, number) in numbers.enumerated() where known.contains(number) || numbers[..<offset].contains(number)
        {
            if !expected.contains(id(number)) { expected.append(id(number)) }
        }
        return found == expected ? nil : "\(found) are duplicates instead of \(expected)"
    }

    @Test(arguments: seeds(20))
    func `law 10: of claimed ids, duplicates are told from others with the same hash`(seed: UInt64) {
        func check<ID: Hashable>(_ id: (Int) -> ID) {
            #expect(Self.faultOfClaims(seed: seed, id) == nil, "seed \(seed)")
        }
        check { $0 }
        check(OtherIDs.string)
        check(OtherIDs.uuid)
        check { CollidingID(number: $0) }
    }

    @Test(arguments: [0, 1, 2, 63, 64, 65, 5_000])
    func `duplicate ids of an array are found, each is hashed once`(count: Int) {
        let counter = HashCounter()
        var rows = (0..<count).map { HashCounter.Row(id: HashCounter.ID(number: $0, counter: counter)) }
        #expect(rows.withBorrowedElements { $0.duplicateIDs }.isEmpty)
        #expect(counter.hashes <= count)
        for number in [3, 70, 3, 4_999] where number < count {
            rows.insert(HashCounter.Row(id: HashCounter.ID(number: number, counter: counter)), at: rows.count / 2)
        }
        let duplicates = rows.withBorrowedElements { $0.duplicateIDs }
        #expect(Set(duplicates.map(\.number)) == Set([3, 70, 4_999].filter { $0 < count }))
        #expect(duplicates.count == Set(duplicates.map(\.number)).count)
    }

    @Test func `ids that do not equal themselves are duplicates of each other`() {
        let rows = [1.0, .nan, 2, .nan, .nan].map { Identified($0, id: \.self) }
        #expect(rows.withBorrowedElements { $0.duplicateIDs }.count == 1)
    }
}

/// Counts the hashes of its ids.
final class HashCounter: @unchecked Sendable {
    // Sendable: used by one test on one thread.
    var hashes = 0

    struct ID: Hashable, Sendable {
        let number: Int
        let counter: HashCounter

        static func == (left: ID, right: ID) -> Bool { left.number == right.number }

        func hash(into hasher: inout Hasher) {
            counter.hashes += 1
            hasher.combine(number)
        }
    }

    struct Row: Identifiable, Equatable, Sendable {
        let id: ID
        var value = 0
    }
}
