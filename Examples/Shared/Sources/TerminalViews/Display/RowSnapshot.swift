public import DataSources

/// A snapshot that can be shown as rows, one below the other.
public protocol RowSnapshot: SnapshotProtocol {
    /// What a row shows.
    associatedtype Row: Identifiable & Equatable & Sendable where Row.ID: Sendable

    /// The number of rows.
    ///
    /// - Complexity: O(1).
    var rowCount: Int { get }

    /// The rows at these positions, as far as there are any.
    ///
    /// - Complexity: O(log *n*) and O(1) for each row; O(*s*) also for *s* sections.
    func rows(in range: Range<Int>) -> [Row]

    /// The position of a row; `nil` if there is none with this id.
    ///
    /// - Complexity: O(*n*), comparing ids.
    func rowPosition(of id: Row.ID) -> Int?

    /// The row that is selected instead of one that has gone; `nil` if the neighbour will do.
    func substitute(for id: Row.ID, in after: Self) -> Row.ID?
}

extension RowSnapshot {
    /// The row at a position; `nil` if there is none.
    public func row(at position: Int) -> Row? {
        position < 0 ? nil : rows(in: position..<position + 1).first
    }
}

extension ListSnapshot: RowSnapshot {
    /// The number of items.
    public var rowCount: Int { count }

    /// The items at these positions, as far as there are any.
    public func rows(in range: Range<Int>) -> [Item] {
        let range = range.clamped(to: 0..<count)
        let start = index(startIndex, offsetBy: range.lowerBound)
        return Array(self[start..<index(start, offsetBy: range.count)])
    }

    /// The position of the item with this id; `nil` if there is none.
    public func rowPosition(of id: Item.ID) -> Int? {
        position(of: id)
    }

    /// Nothing: a neighbour will do.
    public func substitute(for id: Item.ID, in after: ListSnapshot) -> Item.ID? {
        nil
    }
}
