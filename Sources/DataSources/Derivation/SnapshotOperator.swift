/// A function from a source's states to derived states, updated incrementally.
///
/// An operator is a synchronous value. It knows no task, lock, clock or subscriber; a ``DerivedSource`` drives it, and
/// guarantees:
///
/// - The first update starts from the empty state, each later one at the end of the previous one.
/// - Calls are sequential. They run in a consumer's task or on a worker thread, off every actor, and only when there is
///   something new.
/// - No update is empty.
///
/// In return the operator guarantees:
///
/// - Its result depends only on `update.after`: it equals that of a new operator that receives this state at once.
/// - It costs O(*k* log *n*) for *k* changes. It edits a draft of its own: snapshots of one draft share structure, so
///   the difference that subscribers demand costs what has changed.
/// - If nothing changes for it, it returns its previous snapshot. An equal one is allowed; it publishes nothing.
///
/// ```swift
/// struct Names: SnapshotOperator, ~Copyable {
///     private var draft = ListDraft<Name>()
///     mutating func apply(_ update: Update<ListSnapshot<Employee>>) -> ListSnapshot<Name> { ... }
/// }
/// let names = DerivedSource(from: staff, through: Names())
/// ```
public protocol SnapshotOperator<Input, Output>: ~Copyable, Sendable {
    /// The kind of state it follows.
    associatedtype Input: SnapshotProtocol
    /// The kind of state it produces.
    associatedtype Output: SnapshotProtocol

    /// Applies an update and returns the state that belongs to `update.after`.
    mutating func apply(_ update: Update<Input>) -> Output
}

/// An operator on two sources: a ``SnapshotOperator`` that receives an update for each source that has changed.
///
/// Both updates belong to one cut: what a transaction or a diamond changes on both sides arrives in one call.
public protocol PairOperator<First, Second, Output>: ~Copyable, Sendable {
    /// The first kind of state it follows.
    associatedtype First: SnapshotProtocol
    /// The second kind of state it follows.
    associatedtype Second: SnapshotProtocol
    /// The kind of state it produces.
    associatedtype Output: SnapshotProtocol

    /// Applies the updates, at least one of them not `nil`, and returns the state that belongs to their ends.
    mutating func apply(_ first: Update<First>?, _ second: Update<Second>?) -> Output
}

/// An operator on any number of sources of one kind; see ``PairOperator``.
public protocol ManyOperator<Input, Output>: ~Copyable, Sendable {
    /// The kind of state it follows.
    associatedtype Input: SnapshotProtocol
    /// The kind of state it produces.
    associatedtype Output: SnapshotProtocol

    /// Applies the updates, one or `nil` per source, at least one not `nil`, and returns the state that belongs to
    /// their ends.
    mutating func apply(_ updates: [Update<Input>?]) -> Output
}

/// A ``ManyOperator`` that receives the changed sources only: unchanged sources cost nothing.
@usableFromInline
package protocol SparseManyOperator<Input, Output>: ManyOperator, ~Copyable {
    /// Applies updates, each with the index of its source, in the order of the sources.
    ///
    /// - Parameters:
    ///   - updates: At least one update.
    ///   - count: The number of sources.
    /// - Returns: The state that belongs to the ends of the updates.
    mutating func apply(_ updates: [PlacedUpdate<Input>], of count: Int) -> Output
}

/// An update of one of many sources.
@usableFromInline
package struct PlacedUpdate<Snapshot: SnapshotProtocol>: Sendable {
    /// The index of the source.
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
