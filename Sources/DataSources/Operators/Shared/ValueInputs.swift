/// The inputs of an operator that depends on a value: the latest upstream snapshot and the latest value.
///
/// A new value invalidates the whole output; without a value the output is empty.
@usableFromInline
struct ValueInputs<Input: SnapshotProtocol, Value: Equatable & Sendable>: Sendable {
    /// The operator's next step.
    @usableFromInline
    enum Delta {
        /// There is no value: show nothing.
        case clear
        /// The value has changed: rebuild everything.
        case remake(Input, Value)
        /// The value is unchanged: follow the update.
        case follow(Update<Input>, Value)
    }

    @usableFromInline var input = Input()
    @usableFromInline var value: Value?

    @inlinable
    init() {}

    /// Records the updates, at least one of which is not `nil`, and returns the next step.
    @inlinable
    mutating func delta(_ update: Update<Input>?, _ valueUpdate: Update<ValueSnapshot<Value>>?) -> Delta {
        if let update { input = update.after }
        if let valueUpdate { value = valueUpdate.after.value }
        guard let value else { return .clear }
        if valueUpdate == nil, let update { return .follow(update, value) }
        return .remake(input, value)
    }
}
