/// A dependent that can become obsolete.
package protocol InvalidationTarget {
    /// Whether it still needs notifications.
    var isLive: Bool { get }
}

/// The dependents to invalidate, once, at a hub's next change.
package struct DependentList<Dependent> {
    private var all: [Dependent] = []
    /// The count at which obsolete dependents are dropped.
    private var limit = 16

    package var isEmpty: Bool { all.isEmpty }
    package var count: Int { all.count }

    /// Adds a dependent; returns dependents to release outside the lock.
    package mutating func add(_ dependent: Dependent) -> [Dependent] where Dependent: InvalidationTarget {
        var old: [Dependent] = []
        if all.count >= limit {
            old = all
            all = old.filter(\.isLive)
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
