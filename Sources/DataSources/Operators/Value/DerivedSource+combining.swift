extension DerivedSource {
    /// Creates a source whose value is computed from the values of other sources.
    @inlinable
    convenience init<Result, each Value>(
        combining sources: repeat any DerivableSource<ValueSnapshot<each Value>>,
        into transform: @escaping @Sendable (repeat each Value) -> Result
    ) where Snapshot == ValueSnapshot<Result> {
        let box = OperatorBox(CombinedOperator(transform))
        var inputs: [ErasedUpstream] = []
        repeat inputs.append((each sources).upstream.erased)
        self.init(from: inputs) { updates, last, version in
            var slots = 0..<Int.max
            let output = box.operation.apply(repeat Self.update((each Value).self, &slots, updates))
            return Commit.next(of: output, after: last, as: version)
        }
    }

    /// The update of the value in the first of some slots, which is then taken off them; `nil` if it has none.
    @inlinable
    static func update<Value>(
        _ type: Value.Type, _ slots: inout Range<Int>, _ updates: [InputUpdate]
    ) -> Update<ValueSnapshot<Value>>? {
        defer { slots.removeFirst() }
        return update(slots.lowerBound, updates)
    }
}
