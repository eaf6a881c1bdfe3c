import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Drives an operator through updates that change most of a list of hundreds of rows at once, and expects what the oracle
/// makes of the whole state: operators go through the whole list then, where they otherwise make one edit for each change.
func expectFollowsUpheavals<Operator: SnapshotOperator & ~Copyable>(
    seeds: Range<UInt64>,
    _ makeOperator: () -> Operator,
    oracle: ([Row]) -> Operator.Output.Content,
    sourceLocation: SourceLocation = #_sourceLocation
) throws
where Operator.Input == ListSnapshot<Row>, Operator.Output: OracleSnapshot, Operator.Output.Content: Equatable {
    for seed in seeds {
        var random = Random(seed: seed)
        var draft = try ListDraft((0..<300).map { Row($0, random.below(6)) })
        var operation = makeOperator()
        var (before, output) = (ListSnapshot<Row>(), Operator.Output())
        for step in 0..<8 {
            guard let update = Update(from: before, to: draft.snapshot) else { continue }
            let next = operation.apply(update)
            expectFollowed(
                update, from: output, to: next, oracle: oracle, "seed \(seed), step \(step) of \(before.count) rows",
                sourceLocation: sourceLocation)
            (before, output) = (draft.snapshot, next)
            try draft.replaceAll(with: upheaval(of: before.content, fresh: 1000 * (step + 1), using: &random))
        }
    }
}

/// The rows with about half of them changed in one way or in all: shuffled, updated, removed, others between them.
private func upheaval(of rows: [Row], fresh: Int, using random: inout Random) -> [Row] {
    var rows = rows
    let kinds = 1 + random.below(15)
    if kinds & 1 != 0 { rows.shuffle(using: &random) }
    if kinds & 2 != 0 {
        for place in rows.indices where random.below(2) == 0 { rows[place].value = random.below(6) }
    }
    if kinds & 4 != 0 { rows.removeAll { _ in random.below(2) == 0 } }
    if kinds & 8 != 0 {
        for number in 0..<150 { rows.insert(Row(fresh + number, random.below(6)), at: random.below(rows.count + 1)) }
    }
    return rows
}
