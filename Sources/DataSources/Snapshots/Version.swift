/// The number of a commit: a receipt for a mutation, and a snapshot's place in its source's history.
///
/// Within one **epoch**, the lifetime of one source, versions increase strictly with every commit. Versions of
/// different epochs say nothing about one another; they are ordered by epoch only so that there is one order.
///
/// A version proves nothing: anybody can create one or decode it. Sources never rely on the version that a snapshot
/// claims, see law 16 in <doc:Guarantees>.
public struct Version: Hashable, Comparable, Sendable, Codable {
    /// A random number that stands for the lifetime of one source.
    public let epoch: UInt64
    /// The number of commits the source had made: 0 for the empty state before the first.
    public let number: UInt64

    /// Creates a version from its parts, as read from where it was kept.
    @inlinable
    public init(epoch: UInt64, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Whether the left version is the older one, within an epoch.
    @inlinable
    public static func < (left: Version, right: Version) -> Bool {
        (left.epoch, left.number) < (right.epoch, right.number)
    }
}

extension Version: CustomStringConvertible {
    /// The number of the commit; the epoch only matters to programs.
    public var description: String { "v\(number)" }
}
