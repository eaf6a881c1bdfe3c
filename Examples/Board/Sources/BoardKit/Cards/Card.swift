public import DataSources

/// A card, as browsers see it.
public struct Card: Identifiable, Hashable, Sendable, Codable {
    /// Made by the page that added the card; compared by bytes, as SQLite does.
    public let id: TextID
    var title: String
    /// Who added it.
    var by: String?
    /// When it was added, in milliseconds since 1970.
    let created: Int64
    /// In the order of the labels, each once; `nil` if it has none.
    var labels: [CardLabel]?
    /// When it is due.
    var due: Day?

    /// Whether both have the same bytes, so that every change in the database is one here.
    public static func == (left: Card, right: Card) -> Bool {
        left.id == right.id && left.created == right.created && TextID(left.title) == TextID(right.title)
            && left.by.map { TextID($0) } == right.by.map { TextID($0) } && left.labels == right.labels
            && left.due == right.due
    }
}
