public import DataSources

extension ValueSnapshot: OracleSnapshot {
    /// The value in an array, which is empty if there is none.
    public var plain: [Value] { value.map { [$0] } ?? [] }

    /// Whether changes between two values violate laws 1 and 3.
    public static func violations(of changes: ListChanges, from before: [Value], to after: [Value]) -> [LawViolation] {
        var expected = ListChanges()
        switch (before.first, after.first) {
        case (nil, nil): break
        case (nil, _): expected.insertions = [0]
        case (_, nil): expected.deletions = [0]
        case (let old?, let new?):
            if old != new { expected.updates = PositionPairs([PositionPair(before: 0, after: 0)]) }
        }
        if changes != expected { return [LawViolation(.fold, "changes are \(changes) instead of \(expected)")] }
        return changes.isEmpty ? [LawViolation(.neverEmpty, "there are no changes")] : []
    }

    /// Replaces the value; always possible.
    public static func apply(_ edit: Value?, to plain: inout [Value]) -> Bool {
        plain = edit.map { [$0] } ?? []
        return true
    }

    /// The step itself.
    public static func edit(_ step: Value?) -> Value? { step }

    /// Both values, if they differ.
    public static func firstDifference(between found: [Value], and expected: [Value]) -> String? {
        found == expected ? nil : "the value is \(found) instead of \(expected)"
    }
}
