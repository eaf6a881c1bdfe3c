import DataSources
import DataSourcesTesting
import Testing

/// Drives an operator on sections through random histories, and expects after each update what the oracle makes of the
/// whole state; that a fresh operator, given the state at once, makes the same of it; and that the output's updates keep
/// the laws.
func expectFollowsSections<Operator: SnapshotOperator & ~Copyable>(
    seeds: Range<UInt64>,
    _ makeOperator: () -> Operator,
    oracle: (RowSections) -> [Operator.Output.PlainElement],
    sourceLocation: SourceLocation = #_sourceLocation
) throws where Operator.Input == RowSections, Operator.Output: OracleSnapshot {
    for seed in seeds {
        var operation = makeOperator()
        var (before, output) = (RowSections(), Operator.Output())
        for (step, after) in try SectionedHistory.states(seed: seed).enumerated() {
            guard let update = Update(from: before, to: after) else { continue }
            let next = operation.apply(update)
            func label() -> String { "seed \(seed), step \(step)\n\(before) → \(after)\n\(update.changes)" }
            // Plain conditions: there are very many of these.
            if next.plain != oracle(after) {
                Issue.record(
                    "\(label())\nfound \(next.plain)\nexpected \(oracle(after))", sourceLocation: sourceLocation)
                return
            }
            var fresh = makeOperator()
            if let whole = Update(from: RowSections(), to: after), fresh.apply(whole).plain != next.plain {
                Issue.record("\(label())\nat once it is another state", sourceLocation: sourceLocation)
            }
            expectLawful(from: output, to: next, label(), sourceLocation: sourceLocation)
            (before, output) = (after, next)
        }
    }
}

/// Drives an operator from every small state of sections (one of each shape, where there are many) to every other, also with other content and other titles in it,
/// and expects what the oracle makes of the state.
func expectFollowsAllSections<Operator: SnapshotOperator & ~Copyable>(
    sections: Int = 2,
    items: Int = 2,
    _ makeOperator: () -> Operator,
    oracle: (RowSections) -> [Operator.Output.PlainElement],
    sourceLocation: SourceLocation = #_sourceLocation
) throws where Operator.Input == RowSections, Operator.Output: OracleSnapshot {
    let states = SmallStates.all(sections: sections, items: items)
    let shapes = items > 2 ? SmallStates.shapes(sections: sections, items: items) : states
    let starts = try shapes.map { try RowSections(plain: $0) }
    let ends =
        try states.map { try RowSections(plain: $0) }
        + states.map { try RowSections(plain: SmallStates.toggled($0, items: 5, headers: 1)) }
    for before in starts {
        for after in ends {
            guard let update = Update(from: before, to: after) else { continue }
            var operation = makeOperator()
            if let first = Update(from: RowSections(), to: before) { _ = operation.apply(first) }
            let found = operation.apply(update).plain
            if found != oracle(after) {
                Issue.record("\(before.plain) → \(after.plain): \(found)", sourceLocation: sourceLocation)
            }
        }
    }
}
