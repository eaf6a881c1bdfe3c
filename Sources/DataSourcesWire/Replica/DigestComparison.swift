/// What has come of comparing a replica's state with the digests that its source sent.
///
/// A digest that differs means that a step was lost or misunderstood, and then a whole state helps; or that the type encodes
/// what its `==` ignores, or is not the server's type, and then it does not help for long. So a whole state is asked for
/// twice; after the third difference no more digests are compared.
public struct DigestComparison: Hashable, Sendable {
    /// The number of digests that were those of the replica's state.
    public private(set) var agreed = 0
    /// The number of digests that were not.
    public private(set) var differed = 0

    /// The number of differences after which no more digests are compared.
    static let maximalDifferences = 3

    /// Whether the next digest is compared.
    public var isComparing: Bool { differed < Self.maximalDifferences }

    /// A digest was compared; returns whether a whole state is needed.
    mutating func compared(isEqual: Bool) -> Bool {
        if isEqual {
            agreed += 1
            return false
        }
        differed += 1
        return isComparing
    }
}
