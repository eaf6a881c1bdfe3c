/// An operator that follows a base and, for each of the base's items, a source that it finds itself.
///
/// The contract is that of a ``SnapshotOperator``, in two steps: it follows the base, at most once for each update, and
/// then receives what new and changed sources show. Its result depends only on the base and on what all sources show.
/// It may be told to follow the base several times before it is told to show something.
@usableFromInline
protocol ItemSourcesOperator<Input, Output>: ~Copyable, Sendable {
    /// The kind of state of the base.
    associatedtype Input: SnapshotProtocol
    /// The kind of state it produces.
    associatedtype Output: SnapshotProtocol

    /// Follows an update of the base: finds the sources of items that come, gives up those of items that go.
    mutating func follow(_ update: Update<Input>, _ choice: inout SourceChoice)

    /// Returns the state that belongs to the base and to what the sources show now.
    ///
    /// - Parameter updates: What new and changed sources show; empty if only the base has changed.
    /// - Returns: The state.
    mutating func show(_ updates: [ItemSourceUpdate]) -> Output
}

extension DerivedSource {
    /// Creates a source that applies an operator to a base and to the sources that it finds for the base's items.
    @inlinable
    convenience init<Operator: ItemSourcesOperator & ~Copyable>(
        from base: Upstream<Operator.Input>,
        origin: String,
        choosing operation: consuming Operator
    ) where Operator.Output == Snapshot {
        let (keeper, box) = (Derivation.SourceKeeper(), OperatorBox(operation))
        let sources = Derivation.ItemSources(
            keeper: keeper,
            origin: origin,
            follow: { update, choice in
                box.operation.follow(Update(downcast(update, to: SharedUpdate<Operator.Input>.self)), &choice)
            },
            show: { updates, hub in hub.publish(box.operation.show(updates)) }
        )
        let base = base.erased
        self.init(
            fedBy: Derivation(from: base.core, startingAt: base.empty, sources: sources),
            bases: [base.source, keeper]
        )
    }
}
