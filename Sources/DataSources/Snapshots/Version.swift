/// The number of a commit: a receipt for an edit, and a snapshot's place in the history of its source.
///
/// Within one **epoch**, the lifetime of one source, versions increase strictly with every commit. Versions of
/// different epochs are unrelated; they are ordered by epoch only to make the order total.
///
/// A version proves nothing: anybody can create or decode one. Sources never rely on the version of a snapshot; see law
/// 16 in <doc:Guarantees>.
public struct Version: Hashable, Comparable, Sendable, Codable {
    /// A random number that identifies the lifetime of one source.
    public let epoch: UInt64
    /// The number of commits of the source so far: 0 for the empty state before the first.
    public let number: UInt64

    /// Creates a version from its parts, for example from storage.
    @inlinable
    public init(epoch: UInt64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Whether the left version is older, within an epoch.
    @inlinable
    public static func < (left: Version, right: Version) -> Bool {
        (left.epoch, left.number) < (right.epoch, right.number)
    }
}

extension Version: CustomStringConvertible {
    /// The number of the commit, without the epoch.
    public var description: String { "v\(number)" }
}
