#if DATASOURCES_COUNTERS
/// What differences have looked at: `.ci/gates` builds with it and fails when they look at more than they did.
///
/// It is compiled in under `DATASOURCES_COUNTERS` only.
public struct WorkCounter: Equatable, Sendable {
    /// Nodes looked at from their parents, on both sides; those that both sides share are not entered, but looked at.
    public var nodes = 0
    /// Leaves whose elements were looked at, on both sides.
    public var leaves = 0
    /// Elements looked at, on either side.
    public var elements = 0

    /// The counts since they were last set.
    ///
    /// Unsafe: nobody but the gates builds with it, and they compare on one thread.
    nonisolated(unsafe) public static var counts = WorkCounter()

    /// Creates a counter that stands at nothing.
    public init() {}
}
#endif
