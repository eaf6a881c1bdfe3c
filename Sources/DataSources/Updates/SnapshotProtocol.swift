/// A state that a source can publish: an immutable value with O(1) copies that computes its difference from another.
///
/// ``ListSnapshot``, ``SectionedSnapshot`` and ``ValueSnapshot`` conform. Hubs, subscriptions and updates are generic
/// over this protocol and know nothing about items.
public protocol SnapshotProtocol: Equatable, Sendable {
    /// The difference of two snapshots, by position.
    associatedtype Changes: ChangesProtocol
    /// One step on the way from one snapshot to another.
    associatedtype Step: Sendable
    /// The same content as a plain array, for consumers without snapshots.
    associatedtype Content: Sendable

    /// Creates the empty snapshot: the state of every source before its first commit.
    init()

    /// The commit that published this snapshot; `nil` for a snapshot that no source has committed.
    var version: Version? { get }

    /// The same state with the version of a commit.
    ///
    /// Hubs call it when they publish, without a lock, and again if another commit was faster. The version is for
    /// consumers of the snapshot: no hub relies on it.
    func committed(as version: Version) -> Self

    /// Whether both are the same state by construction, in O(1); `false` does not imply that they differ.
    ///
    /// Hubs call it without a lock.
    func isIdentical(to other: Self) -> Bool

    /// The difference from `before` to this snapshot; `nil` once `isCancelled` has returned `true`.
    func changes(from before: Self, isCancelled: (() -> Bool)?) -> Changes?

    /// The number of items; 0 if the type does not count them.
    ///
    /// - Complexity: O(1).
    var itemCount: Int { get }

    /// The number of items that an operator reads to follow `update`, including items of whole sections; 0 if the type
    /// does not count them.
    ///
    /// Large updates are processed on a thread of the library, so that Swift's threads stay free for other tasks.
    ///
    /// - Complexity: O(*r*) in the number of runs of changes.
    static func changeCount(of update: Update<Self>) -> Int

    /// The content as a plain array.
    var content: Content { get }

    /// See ``Update/steps``.
    static func steps(of update: Update<Self>) -> [Step]

    /// See ``Update/stages``.
    static func stages(of update: Update<Self>) -> [Update<Self>]

    /// See ``Update/apply(to:)``.
    ///
    /// - Throws: ``UpdateError`` when `content` is not the state before the update.
    static func apply(_ update: Update<Self>, to content: inout Content) throws(UpdateError)
}

/// A snapshot of a single value: a ``ValueSnapshot`` of any type.
///
/// Code that is generic over snapshots uses it where there has to be a value; see ``CombinedItem/value``.
public protocol SingleValueSnapshot<Value>: SnapshotProtocol {
    /// The type of the value.
    associatedtype Value: Equatable & Sendable

    /// The value; `nil` before there is one.
    var value: Value? { get }
}

/// The difference of two snapshots.
public protocol ChangesProtocol: Hashable, Sendable, Codable {
    /// Whether the two snapshots are equal.
    var isEmpty: Bool { get }

    /// The reverse changes.
    var inverted: Self { get }

    /// Whether both contain the same insertions, deletions and updates, and equally many moves.
    ///
    /// Of items that swapped places, either may count as the one that moved.
    func isEquivalent(to other: Self) -> Bool
}

extension Changes: ChangesProtocol {}
extension SectionedChanges: ChangesProtocol {}
