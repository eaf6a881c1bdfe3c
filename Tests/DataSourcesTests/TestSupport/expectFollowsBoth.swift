import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Drives an operator on a list and a value through random histories of both, together and one by one, and expects after
/// each update what the oracle makes of both states, and that a fresh operator makes the same of them at once.
func expectFollowsBoth<Value: Equatable & Sendable, Operator: PairOperator & ~Copyable>(
    seeds: Range<UInt64>,
    steps: Int = 40,
    _ makeOperator: () -> Operator,
    value makeValue: (inout Random) -> Value?,
    oracle: ([Row], Value?) -> Operator.Output.Content,
    sourceLocation: SourceLocation = #_sourceLocation
) throws
where
    Operator.First == ListSnapshot<Row>, Operator.Second == ValueSnapshot<Value>, Operator.Output: OracleSnapshot,
    Operator.Output.Content: Equatable
{
    for seed in seeds {
        var random = Random(seed: seed)
        var history = RowListHistory(seed: seed)
        var operation = makeOperator()
        var (rows, value) = (history.snapshot, ValueSnapshot<Value>())
        var output = Operator.Output()
        for step in 0..<steps {
            let (rowsBefore, valueBefore) = (rows, value)
            let choice = random.below(3)
            if choice != 0 { try history.edit() }
            if choice != 1 { value = makeValue(&random).map { ValueSnapshot($0) } ?? ValueSnapshot() }
            rows = history.snapshot
            let (update, valueUpdate) = (Update(from: rowsBefore, to: rows), Update(from: valueBefore, to: value))
            if update == nil, valueUpdate == nil { continue }
            let next = operation.apply(update, valueUpdate)
            func label() -> String { "\(history.description)\nstep \(step), value \(valueBefore) → \(value)" }
            let expected = oracle(rows.content, value.value)
            if next.content != expected {
                Issue.record("\(label())\nfound \(next.content)\nexpected \(expected)", sourceLocation: sourceLocation)
            }
            var fresh = makeOperator()
            let whole = (Update(from: ListSnapshot(), to: rows), Update(from: ValueSnapshot(), to: value))
            if whole.0 != nil || whole.1 != nil, fresh.apply(whole.0, whole.1).content != next.content {
                Issue.record("\(label())\nat once it is another state", sourceLocation: sourceLocation)
            }
            expectLawful(from: output, to: next, label(), sourceLocation: sourceLocation)
            output = next
        }
    }
}
