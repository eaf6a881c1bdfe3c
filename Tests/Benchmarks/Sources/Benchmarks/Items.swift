import DataSourcesTesting

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

/// The same seed gives the same workload.
typealias Generator = SeededGenerator

extension Generator {
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// `count` different numbers below `bound`, in any order.
    mutating func distinct(_ count: Int, below bound: Int) -> [Int] {
        var seen: Set<Int> = []
        while seen.count < min(count, bound) { seen.insert(below(bound)) }
        return seen.sorted().shuffled(using: &self)
    }
}
