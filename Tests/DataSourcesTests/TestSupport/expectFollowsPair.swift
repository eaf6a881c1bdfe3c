import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Drives an operator on two lists through random histories of both, together and one by one; expects after each step
/// what the oracle makes of both states, that a fresh operator makes the same of them at once, and that the output's
/// updates keep the laws.
func expectFollowsPair<First: SnapshotProtocol, Second: SnapshotProtocol, Operator: PairOperator & ~Copyable>(
    _ histories: [(first: [First], second: [Second])],
    _ makeOperator: () -> Operator,
    oracle: (First, Second) -> [Operator.Output.PlainElement],
    sourceLocation: SourceLocation = #_sourceLocation
) throws
where Operator.First == First, Operator.Second == Second, Operator.Output: OracleSnapshot {
    for (seed, history) in histories.enumerated() {
        var random = Random(seed: UInt64(seed))
        var operation = makeOperator()
        var (first, second, output) = (First(), Second(), Operator.Output())
        var (step, other) = (0, 0)
        while step < history.first.count, other < history.second.count {
            let choice = random.below(3)
            let (old, otherOld) = (first, second)
            if choice != 0 { (first, step) = (history.first[step], step + 1) }
            if choice != 1 { (second, other) = (history.second[other], other + 1) }
            let (update, otherUpdate) = (Update(from: old, to: first), Update(from: otherOld, to: second))
            if update == nil, otherUpdate == nil { continue }
            let next = operation.apply(update, otherUpdate)
            func label() -> String {
                "history \(seed), steps \(step) and \(other)\n\(old) → \(first)\n\(otherOld) → \(second)"
            }
            expectState(next, after: output, oracle(first, second), label(), sourceLocation: sourceLocation)
            var fresh = makeOperator()
            let whole = (Update(from: First(), to: first), Update(from: Second(), to: second))
            if whole.0 != nil || whole.1 != nil, fresh.apply(whole.0, whole.1).plain != next.plain {
                Issue.record("\(label())\nat once it is another state", sourceLocation: sourceLocation)
            }
            output = next
        }
    }
}

/// As ``expectFollowsPair(_:_:oracle:sourceLocation:)``, for an operator on any number of sources of one kind; in each
/// step some of them change.
func expectFollowsMany<Input: SnapshotProtocol, Operator: ManyOperator & ~Copyable>(
    _ histories: [[[Input]]],
    _ makeOperator: () -> Operator,
    oracle: ([Input]) -> [Operator.Output.PlainElement],
    sourceLocation: SourceLocation = #_sourceLocation
) throws
where Operator.Input == Input, Operator.Output: OracleSnapshot {
    for (seed, history) in histories.enumerated() {
        var random = Random(seed: UInt64(seed))
        var operation = makeOperator()
        var (states, output) = (history.map { _ in Input() }, Operator.Output())
        var steps = history.map { _ in 0 }
        while zip(steps, history).allSatisfy({ $0 < $1.count }) {
            let old = states
            for source in history.indices where random.below(2) == 0 {
                states[source] = history[source][steps[source]]
                steps[source] += 1
            }
            let updates = zip(old, states).map { Update(from: $0, to: $1) }
            if updates.allSatisfy({ $0 == nil }) { continue }
            let next = operation.apply(updates)
            func label() -> String { "history \(seed), steps \(steps)\n\(old)\n→ \(states)" }
            expectState(next, after: output, oracle(states), label(), sourceLocation: sourceLocation)
            var fresh = makeOperator()
            let whole = states.map { Update(from: Input(), to: $0) }
            if whole.contains(where: { $0 != nil }), fresh.apply(whole).plain != next.plain {
                Issue.record("\(label())\nat once it is another state", sourceLocation: sourceLocation)
            }
            output = next
        }
    }
}

private func expectState<Output: OracleSnapshot>(
    _ next: Output,
    after output: Output,
    _ expected: [Output.PlainElement],
    _ label: @autoclosure () -> String,
    sourceLocation: SourceLocation
) {
    // Plain conditions: there are very many of these.
    if next.plain != expected {
        Issue.record("\(label())\nfound \(next.plain)\nexpected \(expected)", sourceLocation: sourceLocation)
    }
    expectLawful(from: output, to: next, label(), sourceLocation: sourceLocation)
}

extension RowListHistory {
    /// The states of a random history; the first one is that after the first edit.
    static func states(seed: UInt64, steps: Int = 40) throws -> [ListSnapshot<Row>] {
        var history = RowListHistory(seed: seed)
        return try (0..<steps).map { _ in
            try history.edit()
            return history.snapshot
        }
    }

    /// Pairs of random histories, whose rows have some of their ids in common.
    static func pairs(_ seeds: Range<UInt64>) throws -> [(first: [ListSnapshot<Row>], second: [ListSnapshot<Row>])] {
        try seeds.map { (try states(seed: $0), try states(seed: $0 + 10_000)) }
    }
}

extension SectionedHistory {
    /// The states of a random history; the first one is that before any edit.
    static func states(seed: UInt64, steps: Int = 40) throws -> [RowSections] {
        var history = try SectionedHistory(seed: seed)
        return try (0..<steps).map { _ in
            let state = history.snapshot
            for _ in 0...history.random.below(3) { try history.edit() }
            return state
        }
    }

    /// Random histories, each with one of a value that is none in one state of five.
    static func withValues(_ seeds: Range<UInt64>) throws -> [(first: [RowSections], second: [ValueSnapshot<Int>])] {
        try seeds.map { seed in
            var random = Random(seed: seed)
            let values = (0..<40).map { _ in random.below(5) == 0 ? ValueSnapshot() : ValueSnapshot(random.below(4)) }
            return (first: try states(seed: seed), second: values)
        }
    }
}
