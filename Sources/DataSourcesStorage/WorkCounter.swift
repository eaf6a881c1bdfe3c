#if DATASOURCES_COUNTERS
/// Counts what differences visit; `.ci/gates` builds with it and fails if they visit more than before.
///
/// It exists only in builds with `DATASOURCES_COUNTERS`.
public struct WorkCounter: Equatable, Sendable {
    /// Nodes visited from their parents, on both sides; shared nodes are counted, but not entered.
    public var nodes = 0
    /// Leaves whose elements were visited, on both sides.
    public var leaves = 0
    /// Elements visited, on either side.
    public var elements = 0

    // Safe: only the gates build with it, and they compute on one thread.
    /// The counts since they were last set.
    @safe nonisolated(unsafe) public static var counts = WorkCounter()

    /// Creates a counter of zeros.
    public init() {}
}
#endif
