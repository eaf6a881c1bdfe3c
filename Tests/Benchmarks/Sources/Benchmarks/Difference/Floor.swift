import Foundation

/// Work that no difference of whole arrays can be expected to do without: what its cost is compared with.
enum Floor: String {
    /// Hash the id of every item of both lists once, with the standard library's hasher.
    case hashing = "hashing every id"
    /// The same with as many UUIDs, whatever the ids are.
    case hashingUUIDs = "hashing as many UUIDs"
    /// Compare all items pairwise once.
    case comparing = "comparing every item"

    @inline(never)
    static func hash<Item: DifferenceItem>(_ old: [Item], _ new: [Item]) -> Int {
        var sum = 0
        for item in old { sum ^= item.id.hashValue }
        for item in new { sum ^= item.id.hashValue }
        return sum
    }

    @inline(never)
    static func hash(_ ids: [UUID]) -> Int {
        var sum = 0
        for id in ids { sum ^= id.hashValue }
        return sum
    }

    @inline(never)
    static func compare<Item: DifferenceItem>(_ old: [Item], _ new: [Item]) -> Int {
        var equal = 0
        for position in 0..<min(old.count, new.count) where old[position] == new[position] { equal &+= 1 }
        return equal
    }

    /// As many UUIDs as there are items on both sides of a workload.
    static func uuids(_ count: Int) -> [UUID] {
        var generator = Generator(seed: 5)
        return (0..<count).map { _ in UUID(using: &generator) }
    }
}
