/// The number of a state that a followed table had: it grows with each commit that may have changed the table.
///
/// Numbers of one ``FollowedTable`` can be compared. They go on when it connects again, and start again in another
/// process.
public struct CommitPosition: Comparable, Hashable, Sendable, CustomStringConvertible {
    let number: UInt64

    /// Whether the left state is older.
    public static func < (left: CommitPosition, right: CommitPosition) -> Bool { left.number < right.number }

    /// The number.
    public var description: String { "\(number)" }
}
