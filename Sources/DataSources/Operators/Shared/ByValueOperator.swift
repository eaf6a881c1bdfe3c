/// An operator whose settings depend on a value.
///
/// A new value rebuilds everything. While there is no value the output is empty.
@usableFromInline
package struct ByValueOperator<Base: IncrementalOperator & ~Copyable, Value: Equatable & Sendable>:
    PairOperator, ~Copyable
{
    @usableFromInline var base: Base
    /// Changes the settings of an operator.
    @usableFromInline let set: @Sendable (_ value: Value, _ base: inout Base) -> Void
    @usableFromInline var input = Base.Input()
    @usableFromInline var value: Value?

    @inlinable
    init(_ base: consuming Base, set: @escaping @Sendable (_ value: Value, _ base: inout Base) -> Void) {
        self.base = base
        self.set = set
    }

    @inlinable
    package mutating func apply(
        _ update: Update<Base.Input>?, _ valueUpdate: Update<ValueSnapshot<Value>>?
    ) -> Base.Output {
        if let update { input = update.after }
        if let valueUpdate {
            value = valueUpdate.after.value
            if let value { set(value, &base) }
        } else if value != nil, let update {
            return base.apply(update)
        }
        base.build(value == nil ? Base.Input() : input)
        return base.snapshot
    }
}
