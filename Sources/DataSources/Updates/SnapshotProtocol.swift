/// A state that a source can publish: an immutable value that is O(1) to copy and knows what separates it from another.
///
/// ``ListSnapshot`` and ``SectionedSnapshot`` are the two there are. Hubs, subscriptions and updates are generic over
/// this protocol and know nothing of items.
public protocol SnapshotProtocol: Equatable, Sendable {
    /// What separates two snapshots, by position.
    associatedtype Changes: ChangesProtocol
    /// One step on the way from one snapshot to another.
    associatedtype Edit: Sendable
    /// The same content as a plain array, as a consumer without snapshots would hold it.
    associatedtype Content: Sendable

    /// Creates the empty snapshot: the state of every source before its first commit.
    init()

    /// The commit that published this snapshot; `nil` for a snapshot that no source has committed.
    var version: Version? { get }

    /// The same state with the version of a commit.
    ///
    /// Hubs call it when they publish, without a lock, and again if another commit has come first. The version is for the
    /// consumers of the snapshot: no hub relies on it.
    func committed(as version: Version) -> Self

    /// Whether both are the same state by construction, in O(1); `false` does not imply that they differ.
    ///
    /// Hubs call it without a lock.
    func isIdentical(to other: Self) -> Bool

    /// What separates `before` from this snapshot; `nil` once `isCancelled` has said `true`.
    func changes(from before: Self, isCancelled: (() -> Bool)?) -> Changes?

    /// The number of items; 0 for a kind of snapshot that does not say.
    ///
    /// - Complexity: O(1).
    var itemCount: Int { get }

    /// How many items an operator that follows `update` has to look at, items of whole sections included; 0 for a kind of
    /// snapshot that does not say.
    ///
    /// Work on many items is done on a thread of the library's own, so that Swift's threads go on with other tasks.
    ///
    /// - Complexity: O(*r*) in the number of runs of neighbours that changed.
    static func changeCount(of update: Update<Self>) -> Int

    /// The content as a plain array.
    var content: Content { get }

    /// See ``Update/steps``.
    static func steps(of update: Update<Self>) -> [Edit]

    /// See ``Update/stages``.
    static func stages(of update: Update<Self>) -> [Update<Self>]

    /// See ``Update/apply(to:)``.
    ///
    /// - Throws: ``UpdateError`` when `content` is not the state before the update.
    static func apply(_ update: Update<Self>, to content: inout Content) throws(UpdateError)
}

/// What separates two snapshots of a kind.
public protocol ChangesProtocol: Hashable, Sendable, Codable {
    /// Whether the two snapshots are equal.
    var isEmpty: Bool { get }

    /// What leads back.
    var inverted: Self { get }

    /// Whether both say that the same came, went and changed, and that as much moved; of things that changed places
    /// with one another, it may be another one that moved.
    func isEquivalent(to other: Self) -> Bool
}

extension Changes: ChangesProtocol {}
extension SectionedChanges: ChangesProtocol {}
