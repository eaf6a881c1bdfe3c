/// Which rows an update changes, by their positions in one list.
public struct FlatRowChanges<ID: Hashable & Sendable>: Sendable {
    /// A block of rows that moves.
    ///
    /// Rows can join it or leave it on the way, as with a section whose items change.
    public struct Move: Hashable, Sendable {
        /// Its positions before.
        public let before: Range<Int>
        /// Its positions after.
        public let after: Range<Int>

        /// Creates a move.
        public init(before: Range<Int>, after: Range<Int>) {
            (self.before, self.after) = (before, after)
        }
    }

    /// The positions before of rows that go, without those that move; ranges can overlap.
    public var deletions: [Range<Int>] = []
    /// The positions after of rows that come, without those that move; ranges can overlap.
    public var insertions: [Range<Int>] = []
    /// The rows that move.
    public var moves: [Move] = []
    /// The positions after of rows that may have new content.
    public var updates: [Int] = []
    /// The ids of items that only the state before has.
    public var deleted: [ID] = []
    /// The ids of items that only the state after has.
    public var inserted: [ID] = []

    /// Creates no changes.
    public init() {}
}
