public import DataSources

/// A state as the rows of one list, by position: for toolkits whose lists have no sections.
///
/// ``FlatList`` has the items of a list; ``FlatSections`` has the headers of sections too, each before its items.
public protocol FlatRows<Snapshot>: Sendable {
    /// The state that it shows.
    associatedtype Snapshot: SnapshotProtocol
    /// A row; its id is its identity across updates.
    associatedtype Row: Identifiable, Equatable, Sendable where Row.ID: Sendable

    /// Creates the rows of a state.
    init(_ snapshot: Snapshot)

    /// The state that it shows.
    var snapshot: Snapshot { get }
    /// The number of rows.
    var count: Int { get }
    /// The row at a position; `nil` if there is none.
    subscript(position: Int) -> Row? { get }

    /// The changes of an update, by positions of rows.
    static func changes(of update: Update<Snapshot>, from before: Self, to after: Self) -> FlatRowChanges<Row.ID>
}
