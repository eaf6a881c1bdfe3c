/// An item with an integer id and a string too long to be stored in place.
struct Employee: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
    var salary: Int

    init(_ id: Int) {
        self.id = id
        name = "employee number \(id)"
        salary = id
    }
}

/// SplitMix64 (Steele, Lea, Flood, 2014): the same seed gives the same workload.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// `count` different numbers below `bound`, in any order.
    mutating func distinct(_ count: Int, below bound: Int) -> [Int] {
        var seen: Set<Int> = []
        while seen.count < min(count, bound) { seen.insert(below(bound)) }
        return seen.sorted().shuffled(using: &self)
    }
}
