/// Who may no longer care.
package protocol Heeding {
    /// Whether it still cares.
    var heeds: Bool { get }
}

/// What is to be told once of a hub's next change.
package struct DependentList<Dependent> {
    private var all: [Dependent] = []
    /// How many there may be before those are dropped that no longer care.
    private var limit = 16

    package var isEmpty: Bool { all.isEmpty }
    package var count: Int { all.count }

    /// Adds one; what must not go under a lock.
    package mutating func add(_ dependent: Dependent) -> [Dependent] where Dependent: Heeding {
        var old: [Dependent] = []
        if all.count >= limit {
            old = all
            all = old.filter(\.heeds)
            limit = max(16, 2 * all.count)
        }
        all.append(dependent)
        return old
    }

    package mutating func takeAll() -> [Dependent] {
        defer { all = [] }
        return all
    }
}

extension DependentList: Sendable where Dependent: Sendable {}
