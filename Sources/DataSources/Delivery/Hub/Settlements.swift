/// One caller that waits until every demand has received a version.
package struct SettlementID: Hashable, Sendable {
    package let version: UInt64
    package let number: Int
}

/// The callers that wait for settled versions, grouped by version.
///
/// Adding one costs O(log *v*) in the number of distinct versions, removing one O(log *n*), amortized.
package struct Settlements {
    private var groups = LowestKeyTable<WaiterQueue<Void>>()
    /// The highest number used so far: a version can be waited for again after it was settled.
    private var lastNumber = 0

    package init() {}

    package var isEmpty: Bool { groups.isEmpty }

    /// A caller waits for a version.
    package mutating func requested(at version: UInt64) -> SettlementID {
        let number = groups.change(version) { [lastNumber] group in
            var queue = group.take() ?? WaiterQueue(after: lastNumber)
            defer { group = queue }
            return queue.append(())
        }
        lastNumber = max(lastNumber, number)
        return SettlementID(version: version, number: number)
    }

    /// A caller no longer waits; returns `false` if its version was settled before.
    package mutating func cancelled(_ id: SettlementID) -> Bool {
        groups.change(id.version) { group in
            guard var queue = group.take() else { return false }
            defer { group = queue.isEmpty ? nil : queue }
            return queue.remove(id.number) != nil
        }
    }

    /// Whether a caller still waits.
    package func isOpen(_ id: SettlementID) -> Bool {
        groups[id.version]?.contains(id.number) ?? false
    }

    /// All versions up to `version` are settled; returns their waiting callers, by version.
    package mutating func settled(upTo version: UInt64) -> [SettlementID] {
        var settled: [SettlementID] = []
        while let (version, queue) = groups.popLowest(upTo: version) {
            for number in queue.ids { settled.append(SettlementID(version: version, number: number)) }
        }
        return settled
    }
}
