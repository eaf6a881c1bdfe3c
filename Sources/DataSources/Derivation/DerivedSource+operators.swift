extension DerivedSource {
    /// Creates a source that applies an operator to another source.
    @inlinable
    public convenience init<Source: DerivableSource, Operator: SnapshotOperator & ~Copyable>(
        from source: Source,
        through operation: consuming Operator
    ) where Operator.Input == Source.Snapshot, Operator.Output == Snapshot {
        let box = OperatorBox(operation)
        self.init(from: [source.upstream.erased]) { updates, last, version in
            guard let update: Update<Operator.Input> = DerivedSource.update(0, updates) else { return nil }
            return Commit.next(of: box.operation.apply(update), after: last, as: version)
        }
    }

    /// Creates a source that applies an operator to two sources.
    @inlinable
    public convenience init<First: DerivableSource, Second: DerivableSource, Operator: PairOperator & ~Copyable>(
        from first: First,
        _ second: Second,
        through operation: consuming Operator
    ) where Operator.First == First.Snapshot, Operator.Second == Second.Snapshot, Operator.Output == Snapshot {
        let box = OperatorBox(operation)
        self.init(from: [first.upstream.erased, second.upstream.erased]) { updates, last, version in
            let output = box.operation.apply(DerivedSource.update(0, updates), DerivedSource.update(1, updates))
            return Commit.next(of: output, after: last, as: version)
        }
    }

    /// Creates a source that applies an operator to any number of sources.
    @inlinable
    public convenience init<Operator: ManyOperator & ~Copyable>(
        from sources: [any DerivableSource<Operator.Input>],
        through operation: consuming Operator
    ) where Operator.Output == Snapshot {
        let (box, count) = (OperatorBox(operation), sources.count)
        self.init(from: sources.map { $0.upstream.erased }) { updates, last, version in
            var all: [Update<Operator.Input>?] = Array(repeating: nil, count: count)
            for found in updates { all[found.slot] = DerivedSource.update(found) }
            return Commit.next(of: box.operation.apply(all), after: last, as: version)
        }
    }

    /// Creates a source that applies an operator to any number of sources and passes only the changed ones.
    @inlinable
    package convenience init<Operator: SparseManyOperator & ~Copyable>(
        from sources: [any DerivableSource<Operator.Input>],
        through operation: consuming Operator
    ) where Operator.Output == Snapshot {
        let (box, count) = (OperatorBox(operation), sources.count)
        self.init(from: sources.map { $0.upstream.erased }) { updates, last, version in
            let placed = updates.map { PlacedUpdate(DerivedSource.update($0) as Update<Operator.Input>, at: $0.slot) }
            return Commit.next(of: box.operation.apply(placed, of: count), after: last, as: version)
        }
    }

    @inlinable
    convenience init(from inputs: [ErasedUpstream], work: @escaping Derivation.Work) {
        self.init(from: inputs, comparer: CommitComparer(of: Snapshot.self), work: work)
    }

    /// Not specialized, except for the comparer: a source is created once.
    @usableFromInline
    convenience init(from inputs: [ErasedUpstream], comparer: CommitComparer, work: @escaping Derivation.Work) {
        self.init(
            fedBy: Derivation(from: inputs.map(\.core), startingAt: inputs.map(\.empty), work: work),
            bases: inputs.map(\.source), comparer: comparer
        )
        // Without inputs it can never change.
        if inputs.isEmpty { core.finishWithoutInputs() }
    }

    @inlinable
    convenience init(fedBy feed: Derivation, bases: [any Sendable]) {
        self.init(fedBy: feed, bases: bases, comparer: CommitComparer(of: Snapshot.self))
    }

    @usableFromInline
    convenience init(fedBy feed: Derivation, bases: [any Sendable], comparer: CommitComparer) {
        let epoch = UInt64.random(in: .min ... .max)
        let empty = Snapshot().committed(as: Version(epoch: epoch, number: 1))
        self.init(
            core: HubCore(
                epoch: epoch,
                commit: Commit(number: 1, snapshot: empty),
                comparer: comparer,
                type: Snapshot.self,
                feed: feed
            ),
            bases: bases
        )
    }

    /// The update of the input in a slot; `nil` if it has none.
    @inlinable
    static func update<Input>(_ slot: Int, _ updates: [InputUpdate]) -> Update<Input>? {
        updates.first { $0.slot == slot }.map { update($0) }
    }

    @inlinable
    static func update<Input>(_ update: InputUpdate) -> Update<Input> {
        Update(downcast(update.update, to: SharedUpdate<Input>.self))
    }
}

/// An upstream without its snapshot's type; it carries the empty commit that operators start from.
@usableFromInline
struct ErasedUpstream {
    @usableFromInline let core: HubCore
    @usableFromInline let source: any Sendable
    @usableFromInline let empty: HubCommit

    @inlinable
    init(core: HubCore, source: any Sendable, empty: HubCommit) {
        self.core = core
        self.source = source
        self.empty = empty
    }
}

extension Upstream {
    @usableFromInline var erased: ErasedUpstream {
        ErasedUpstream(
            core: core, source: source, empty: core.emptyCommit(Commit(number: 0, snapshot: Snapshot())))
    }
}

/// The mutable state of an operator.
@usableFromInline
final class OperatorBox<Operator: ~Copyable> {
    @usableFromInline var operation: Operator

    @inlinable
    init(_ operation: consuming Operator) {
        self.operation = operation
    }
}

// Only the pass that works on the derivation's hub reads it: one at a time, and each sees the effects of the one
// before, since the work begins and ends under a mutex.
extension OperatorBox: @unchecked Sendable where Operator: ~Copyable & Sendable {}
