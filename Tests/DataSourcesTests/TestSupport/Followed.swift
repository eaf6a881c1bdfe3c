import DataSources

/// An operator with what it has followed and made so far, for scenarios; a class, for expectations cannot hold what
/// cannot be copied.
final class Followed<Operator: SnapshotOperator & ~Copyable> {
    private var operation: Operator
    private var input: Operator.Input
    private(set) var output = Operator.Output()

    /// Creates an operator that has followed `input`.
    init(_ operation: consuming Operator, _ input: Operator.Input) {
        self.operation = operation
        self.input = Operator.Input()
        follow(input)
    }

    /// Follows the input to its next state; what the output's subscribers are told, `nil` for nothing.
    @discardableResult
    func follow(_ next: Operator.Input) -> Update<Operator.Output>? {
        guard let update = Update(from: input, to: next) else { return nil }
        let before = output
        output = operation.apply(update)
        input = next
        return Update(from: before, to: output)
    }
}
