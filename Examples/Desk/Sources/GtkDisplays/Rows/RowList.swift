public import DataSources

/// A snapshot as the rows of one list view, by position.
///
/// GTK 4.8 has list views without sections, so the headers of sections are rows too; see ``SectionRows``.
public protocol RowList: Sendable {
    /// The state that it shows.
    associatedtype Snapshot: SnapshotProtocol
    /// A row; its id is its identity across updates.
    associatedtype Row: Identifiable, Equatable, Sendable where Row.ID: Sendable

    /// Creates the rows of a snapshot.
    init(_ snapshot: Snapshot)

    /// The state that it shows.
    var snapshot: Snapshot { get }
    /// The number of rows.
    var count: Int { get }
    /// The number of rows that can be selected.
    var selectableCount: Int { get }
    /// The row at a position; `nil` if there is none.
    subscript(position: Int) -> Row? { get }

    /// Whether a row can be selected.
    static func isSelectable(_ row: Row) -> Bool

    /// The changes of an update, by positions of rows.
    static func changes(of update: Update<Snapshot>, from before: Self, to after: Self) -> RowChanges<Row.ID>
}

/// Which rows an update changes.
public struct RowChanges<ID: Hashable & Sendable>: Sendable {
    /// A block of rows that moves.
    public struct Move: Sendable {
        let before: Range<Int>
        let after: Range<Int>
    }

    /// The positions before of rows that leave, also those that move; ascending, they may overlap.
    var leaving: [Range<Int>] = []
    /// The positions after of rows that arrive, also those that move; ascending, they may overlap.
    var arriving: [Range<Int>] = []
    /// The rows that leave and arrive elsewhere.
    var moves: [Move] = []
    /// The positions after of rows with new content.
    var updates: [Int] = []
    /// The ids of rows that only the state before has.
    var deleted: [ID] = []
    /// The ids of rows that only the state after has.
    var inserted: [ID] = []
}

extension RowChanges.Move {
    init(before: Int, after: Int, count: Int) {
        self.before = before..<before + count
        self.after = after..<after + count
    }
}
