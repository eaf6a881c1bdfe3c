/// A function from the states of a source to states of its own, kept up to date change by change.
///
/// An operator is a synchronous value. It knows no task, lock, clock or subscriber; a ``DerivedSource`` drives it. It is
/// promised that
///
/// - the first update it gets starts from the empty state, and each later one where the one before ended;
/// - it is called for one update at a time, by whichever task asks for the derived state, off every actor, and never
///   when there is nothing new;
/// - no update is empty.
///
/// In return it
///
/// - gives the state that belongs to `update.after`, and to nothing else: the same as an operator that has been given
///   that state at once;
/// - costs O(*k* log *n*) for *k* changes, which it reaches by editing a draft of its own: snapshots taken from one draft
///   share structure, and so the difference that its subscribers ask for costs what changed;
/// - gives the snapshot it gave before when nothing changes for it. Giving an equal one is not wrong; nobody will be told.
///
/// ```swift
/// struct Names: SnapshotOperator, ~Copyable {
///     private var draft = ListDraft<Name>()
///     mutating func apply(_ update: Update<ListSnapshot<Employee>>) -> ListSnapshot<Name> { ... }
/// }
/// let names = DerivedSource(from: staff, through: Names())
/// ```
public protocol SnapshotOperator<Input, Output>: ~Copyable, Sendable {
    /// What it follows.
    associatedtype Input: SnapshotProtocol
    /// What it makes of it.
    associatedtype Output: SnapshotProtocol

    /// Follows an update; the state that belongs to where it leads.
    mutating func apply(_ update: Update<Input>) -> Output
}

/// An operator on two sources: as ``SnapshotOperator``, but with an update for each of the two that has one.
///
/// Both updates belong to one cut: what one transaction, or a diamond, has changed on both sides comes at once.
public protocol PairOperator<First, Second, Output>: ~Copyable, Sendable {
    /// What it follows first.
    associatedtype First: SnapshotProtocol
    /// What it follows besides.
    associatedtype Second: SnapshotProtocol
    /// What it makes of both.
    associatedtype Output: SnapshotProtocol

    /// Follows updates of which at least one is there; the state that belongs to where they lead.
    mutating func apply(_ first: Update<First>?, _ second: Update<Second>?) -> Output
}

/// An operator on any number of sources of one kind: as ``PairOperator``.
public protocol ManyOperator<Input, Output>: ~Copyable, Sendable {
    /// What it follows.
    associatedtype Input: SnapshotProtocol
    /// What it makes of them.
    associatedtype Output: SnapshotProtocol

    /// Follows updates, one or `nil` for each source in their order, of which at least one is there; the state that
    /// belongs to where they lead.
    mutating func apply(_ updates: [Update<Input>?]) -> Output
}

/// A ``ManyOperator`` that is told of those sources only that have an update: a change costs nothing for the others.
@usableFromInline
package protocol SparseManyOperator<Input, Output>: ManyOperator, ~Copyable {
    /// Follows updates, each with the place of its source, in the order of the sources; the state that belongs to where
    /// they lead.
    ///
    /// - Parameters:
    ///   - updates: At least one.
    ///   - count: How many sources there are.
    /// - Returns: The state.
    mutating func apply(_ updates: [PlacedUpdate<Input>], of count: Int) -> Output
}

/// An update of one of many sources.
@usableFromInline
package struct PlacedUpdate<Snapshot: SnapshotProtocol>: Sendable {
    /// The place of the source.
    @usableFromInline package let place: Int
    @usableFromInline package let update: Update<Snapshot>

    @inlinable
    package init(_ update: Update<Snapshot>, at place: Int) {
        self.place = place
        self.update = update
    }
}

extension SparseManyOperator where Self: ~Copyable {
    @inlinable
    package mutating func apply(_ updates: [Update<Input>?]) -> Output {
        var found: [PlacedUpdate<Input>] = []
        for (place, update) in updates.enumerated() {
            if let update { found.append(PlacedUpdate(update, at: place)) }
        }
        return apply(found, of: updates.count)
    }
}
