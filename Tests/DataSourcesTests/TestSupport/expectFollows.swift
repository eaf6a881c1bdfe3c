import DataSources
import DataSourcesTesting
import Testing

/// Drives an operator through random histories, and expects after each update what the oracle makes of the whole state;
/// that a fresh operator, given the state at once, makes the same of it; and that the output's updates keep the laws.
func expectFollows<Operator: SnapshotOperator & ~Copyable>(
    seeds: Range<UInt64>,
    steps: Int = 40,
    _ makeOperator: () -> Operator,
    oracle: ([Row]) -> Operator.Output.Content,
    sourceLocation: SourceLocation = #_sourceLocation
) throws
where Operator.Input == ListSnapshot<Row>, Operator.Output: OracleSnapshot, Operator.Output.Content: Equatable {
    for seed in seeds {
        var history = RowListHistory(seed: seed)
        var operation = makeOperator()
        var (before, output) = (history.snapshot, Operator.Output())
        for _ in 0..<steps {
            try history.edit()
            guard let update = Update(from: before, to: history.snapshot) else { continue }
            let next = operation.apply(update)
            expectFollowed(
                update, from: output, to: next, oracle: oracle, history.description, sourceLocation: sourceLocation)
            var fresh = makeOperator()
            if let whole = Update(from: ListSnapshot(), to: update.after) {
                let content = fresh.apply(whole).content
                if content != next.content {
                    Issue.record("\(history.description)\nat once: \(content)", sourceLocation: sourceLocation)
                }
            }
            (before, output) = (update.after, next)
        }
    }
}

/// Drives an operator from every list of up to `count` rows to every other, over all values that `values` allows, and
/// expects what the oracle makes of the state.
func expectFollowsAll(
    upTo count: Int,
    values: Int,
    _ body: (_ before: ListSnapshot<Row>, _ update: Update<ListSnapshot<Row>>) throws -> Void
) throws {
    let states = SmallStates.arrangements(of: count)
    for before in states {
        let start = try ListSnapshot(before.map { Row($0, $0 % values) })
        for after in states {
            for mask in 0..<(1 << min(after.count, 2)) {
                let rows = after.map { Row($0, ($0 + (mask >> min($0, 1) & 1)) % values) }
                guard let update = Update(from: start, to: try ListSnapshot(rows)) else { continue }
                try body(start, update)
            }
        }
    }
}

func expectFollowed<Input, Output: OracleSnapshot>(
    _ update: Update<Input>,
    from output: Output,
    to next: Output,
    oracle: (Input.Content) -> Output.Content,
    _ label: @autoclosure () -> String,
    sourceLocation: SourceLocation
) where Output.Content: Equatable {
    // Plain conditions: there are very many of these.
    let expected = oracle(update.after.content)
    if next.content != expected {
        Issue.record(
            "\(label())\n\(update.changes)\nfound \(next.content)\nexpected \(expected)", sourceLocation: sourceLocation
        )
    }
    expectLawful(from: output, to: next, label(), sourceLocation: sourceLocation)
}

/// Expects the update from one state of an operator's output to the next, if there is one, to keep the laws.
func expectLawful<Output: OracleSnapshot>(
    from output: Output,
    to next: Output,
    _ label: @autoclosure () -> String,
    sourceLocation: SourceLocation
) {
    guard let step = Update(from: output, to: next) else { return }
    for violation in Output.violations(of: step) {
        Issue.record("\(label()): \(violation)", sourceLocation: sourceLocation)
    }
}
