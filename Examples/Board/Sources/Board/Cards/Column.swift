import DataSources

/// A column of the board.
struct Column: Identifiable, Hashable, Sendable, Codable {
    let id: TextID
    var title: String
    /// The number of its cards, whatever a view shows of them.
    var count = 0
}
