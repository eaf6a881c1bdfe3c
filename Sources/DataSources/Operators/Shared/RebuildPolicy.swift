/// How many edits an operator performs one by one; beyond that, one pass over all items is cheaper.
@usableFromInline
package struct RebuildPolicy: Sendable {
    /// The least number of edits that a pass over all items can replace.
    @usableFromInline package var fewest: Int
    /// The share of all items that the edits must reach: a half if it is 2, a quarter if it is 4.
    @usableFromInline package var share: Int

    @inlinable
    package init(from fewest: Int, share: Int) {
        self.fewest = fewest
        self.share = share
    }

    /// The policy of an operator that performs any number of edits one by one.
    @inlinable package static var never: RebuildPolicy { RebuildPolicy(from: .max, share: 1) }

    /// Whether no number of edits is enough, so that it need not be known.
    @inlinable var isNever: Bool { fewest == .max }

    /// The policy for runs of adjacent changes in a list.
    @inlinable package static var ofRuns: RebuildPolicy { RebuildPolicy(from: 64, share: 16) }

    /// Whether one pass over `count` items is cheaper than this many edits.
    @inlinable
    func rebuilds(_ edits: Int, of count: Int) -> Bool { edits >= fewest && edits * share >= count }
}

/// An operator with a ``RebuildPolicy`` of its own.
@usableFromInline
package protocol RebuildingOperator: ~Copyable {
    var policy: RebuildPolicy { get set }
}

extension RebuildingOperator where Self: ~Copyable {
    /// The same operator with another policy, for tests.
    package consuming func rebuilding(from fewest: Int, share: Int? = nil) -> Self {
        policy.fewest = fewest
        if let share { policy.share = share }
        return self
    }
}
