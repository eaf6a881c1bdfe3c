/// A ``SnapshotOperator`` that states how to build its result and how to edit it.
///
/// The driver, ``apply(_:)``, decides which of them is due:
///
/// | Update | Call |
/// |---|---|
/// | the first, or the first after an empty state | ``build(_:)`` |
/// | few edits, by ``policy`` | ``follow(_:)`` |
/// | more edits | ``rebuild(_:)``, which builds, unless the operator has a better way |
/// | ids or keys misbehave, so that an edit throws | ``startOver()``, then ``build(_:)`` |
@usableFromInline
package protocol IncrementalOperator<Input, Output>: SnapshotOperator, ~Copyable where Input: Collection {
    // The compiler infers associated types from the requirements of the protocol that declares them.
    associatedtype Input
    associatedtype Output

    /// When to rebuild; by default never.
    var policy: RebuildPolicy { get }

    /// The current result.
    var snapshot: Output { get }

    /// Builds the result of a state.
    ///
    /// It reads no earlier input. An earlier result may still be there; what is equal in it should stay.
    mutating func build(_ state: Input)

    /// Edits the result.
    ///
    /// - Throws: Any error, if ids or keys misbehave; the operator may then be inconsistent.
    mutating func follow(_ update: Update<Input>) throws

    /// The number of edits that ``follow(_:)`` would perform; by default the number of changed items.
    func edits(for update: Update<Input>) -> Int

    /// Builds the result of `update.after` after many changes.
    ///
    /// - Throws: Any error, as ``follow(_:)``.
    mutating func rebuild(_ update: Update<Input>) throws

    /// Discards the result, and all that is indexed by id or key.
    mutating func startOver()
}

extension IncrementalOperator where Self: ~Copyable {
    @inlinable package var policy: RebuildPolicy { .never }

    @inlinable
    package mutating func apply(_ update: Update<Input>) -> Output {
        do {
            if update.before.isEmpty {
                build(update.after)
            } else if !policy.isNever, policy.rebuilds(edits(for: update), of: update.after.itemCount) {
                try rebuild(update)
            } else {
                try follow(update)
            }
        } catch {
            startOver()
            build(update.after)
        }
        return snapshot
    }

    @inlinable
    package func edits(for update: Update<Input>) -> Int { Input.changeCount(of: update) }

    @inlinable
    package mutating func rebuild(_ update: Update<Input>) throws { build(update.after) }
}
