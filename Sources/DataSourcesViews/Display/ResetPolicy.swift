public import DataSources

/// When a display is reset to the new state instead of being told the changes.
///
/// A reset is not animated, and its cost does not depend on the number of changes. The policy is asked off the display's
/// actor.
public struct ResetPolicy<Snapshot: SnapshotProtocol>: Sendable {
    let resets: @Sendable (Update<Snapshot>) -> Bool

    /// Creates a policy of your own, for example by the cost of changes for this display.
    public static func when(_ resets: @escaping @Sendable (Update<Snapshot>) -> Bool) -> ResetPolicy {
        ResetPolicy(resets: resets)
    }

    /// Resets if more than `count` items change, arrive, leave or move.
    public static func whenChangesExceed(_ count: Int) -> ResetPolicy {
        ResetPolicy { Snapshot.changeCount(of: $0) > count }
    }

    /// Tells all changes, however many.
    public static var never: ResetPolicy { ResetPolicy { _ in false } }

    /// Resets for every update: plain reloads.
    public static var always: ResetPolicy { ResetPolicy { _ in true } }
}
