@testable import DataSources
import Testing

/// The hash table of the index against a dictionary.
struct LeafTableTests {
    /// Inserts, removes, shrinks and drops at random.
    private static func fault<ID: Hashable>(seed: UInt64, _ id: (Int) -> ID) -> String? {
        var random = Random(seed: seed)
        var table = LeafTable<ID>()
        var model: [Int: Int32] = [:]
        for step in 0..<600 {
            let (number, leaf) = (random.below(80), Int32(random.below(5)))
            switch random.below(20) {
            case 0..<10:
                let known = table.insert(id(number), hash: table.shortHash(of: id(number)), leaf: leaf)
                if (known == nil) != (model[number] == nil) { return "step \(step): the insertion of \(number)" }
                if let known, table.entries[known].leaf != model[number] { return "step \(step): a wrong entry" }
                if known == nil { model[number] = leaf }
            case 10..<17:
                table.remove(id(number), from: leaf)
                if model[number] == leaf { model[number] = nil }
            case 17: table.shrink()
            case 18: table.reserve(random.below(300))
            default:
                let kept = table.count
                let claimed = (100..<100 + random.below(40)).filter {
                    table.insert(id($0), hash: table.shortHash(of: id($0)), leaf: -1) == nil
                }
                if claimed.count != table.count - kept { return "step \(step): not all are new" }
                table.removeEntries(from: kept)
            }
            if table.count != model.count { return "step \(step): \(table.count) ids of \(model.count)" }
            if table.capacity < table.count { return "step \(step): more ids than there is room for" }
            for number in 0..<120 where table.leaf(of: id(number)) != model[number] {
                return "step \(step): \(number) has \(String(describing: table.leaf(of: id(number))))"
            }
        }
        return nil
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `random ids of several types against a dictionary`(seed: UInt64) {
        #expect(Self.fault(seed: seed, { $0 }) == nil, "seed \(seed)")
        #expect(Self.fault(seed: seed, OtherIDs.string) == nil, "seed \(seed)")
        #expect(Self.fault(seed: seed, { CollidingID(number: $0) }) == nil, "seed \(seed)")
    }

    private struct Row<ID: Hashable>: Identifiable {
        let id: ID
    }

    /// Inserts many at once, some of them repeatedly, as code does that is not specialized for the ids.
    private static func faultOfMany<ID: Hashable>(seed: UInt64, _ id: (Int) -> ID) -> String? {
        var random = Random(seed: seed)
        var table = LeafTable<ID>()
        var reference = LeafTable<ID>()
        for step in 0..<12 {
            let numbers = (0..<random.below(150)).map { _ in random.below(200) }
            let rows = ContiguousArray(numbers.map { Row(id: id($0)) })
            let known = rows.withBorrowedElements { table.insertMany($0, leaf: Int32(step)) }
            let expected = numbers.compactMap {
                reference.insert(id($0), hash: reference.shortHash(of: id($0)), leaf: Int32(step))
            }
            if known != expected { return "step \(step): \(known) are known instead of \(expected)" }
            if table.count != table.ids.count || table.count > table.capacity { return "step \(step): the counts" }
            if random.below(4) == 0 { table.remove(id(numbers.first ?? 0), from: Int32(step)) }
            for number in 0..<200 where table.leaf(of: id(number)) == nil && reference.leaf(of: id(number)) != nil {
                reference.remove(id(number), from: reference.leaf(of: id(number)) ?? 0)
            }
            for number in 0..<200 where table.leaf(of: id(number)) != reference.leaf(of: id(number)) {
                return "step \(step): \(number) has another leaf"
            }
        }
        return nil
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `many ids at once are inserted as one by one`(seed: UInt64) {
        #expect(Self.faultOfMany(seed: seed, { $0 }) == nil, "seed \(seed)")
        #expect(Self.faultOfMany(seed: seed, OtherIDs.string) == nil, "seed \(seed)")
        #expect(Self.faultOfMany(seed: seed, OtherIDs.uuid) == nil, "seed \(seed)")
        #expect(Self.faultOfMany(seed: seed, { CollidingID(number: $0) }) == nil, "seed \(seed)")
    }

    @Test func `of many ids that do not equal themselves one is inserted`() {
        var table = LeafTable<Double>()
        let rows = ContiguousArray([1.0, .nan, 2, .nan, .nan].map { Row(id: $0) })
        #expect(rows.withBorrowedElements { table.insertMany($0, leaf: 7) } == [1, 1])
        #expect(table.count == 3 && table.leaf(of: .nan) == 7)
    }

    @Test func `many ids at once are hashed once`() {
        let counter = HashCounter()
        var table = LeafTable<HashCounter.ID>()
        let rows = ContiguousArray(
            (0..<1_000).map { HashCounter.Row(id: HashCounter.ID(number: $0, counter: counter)) })
        #expect(rows.withBorrowedElements { table.insertMany($0, leaf: 0) }.isEmpty)
        #expect(counter.hashes == 1_000 && table.count == 1_000)
    }

    @Test func `a table that grows and shrinks hashes each id once`() {
        let counter = HashCounter()
        var table = LeafTable<HashCounter.ID>()
        for number in 0..<5_000 {
            let id = HashCounter.ID(number: number, counter: counter)
            #expect(table.insert(id, hash: table.shortHash(of: id), leaf: 0) == nil)
        }
        table.reserve(20_000)
        table.shrink()
        #expect(table.capacity < 12_000)
        table.removeEntries(from: 1_000)
        #expect(counter.hashes == 5_000 && table.count == 1_000)
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
