public import DataSources

/// A column of the board.
public struct Column: Identifiable, Hashable, Sendable, Codable {
    /// Compared by bytes, as SQLite does.
    public let id: TextID
    var title: String
    /// The number of its cards, whatever a view shows of them.
    var count = 0
}
