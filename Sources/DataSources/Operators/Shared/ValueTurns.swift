/// What an operator follows that depends on a value besides, and the value that there is.
///
/// Another value makes all of its state another one; as long as there is none, there is nothing to be shown.
@usableFromInline
struct ValueTurns<Input: SnapshotProtocol, Value: Equatable & Sendable>: Sendable {
    /// What is to be done next.
    @usableFromInline
    enum Turn {
        /// There is no value: to show nothing.
        case clear
        /// The value is another one: to make everything anew.
        case remake(Input, Value)
        /// The value is the same one.
        case follow(Update<Input>, Value)
    }

    @usableFromInline var input = Input()
    @usableFromInline var value: Value?

    @inlinable
    init() {}

    /// Takes note of updates of which at least one is there.
    @inlinable
    mutating func turn(_ update: Update<Input>?, _ valueUpdate: Update<ValueSnapshot<Value>>?) -> Turn {
        if let update { input = update.after }
        if let valueUpdate { value = valueUpdate.after.value }
        guard let value else { return .clear }
        if valueUpdate == nil, let update { return .follow(update, value) }
        return .remake(input, value)
    }
}
