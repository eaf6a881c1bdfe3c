/// Makes a value of each state; see ``DerivableSource/collected()``.
@usableFromInline
package struct CollectOperator<Input: SnapshotProtocol>: SnapshotOperator, ~Copyable {
    @inlinable
    package init() {}

    @inlinable
    package mutating func apply(_ update: Update<Input>) -> ValueSnapshot<Input> {
        ValueSnapshot(update.after)
    }
}
