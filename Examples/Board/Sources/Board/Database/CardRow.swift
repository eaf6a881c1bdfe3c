import GRDB

/// A row of the table `card`.
struct CardRow: Codable, Hashable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "card"

    /// `nil` until it has been inserted; rows keep it, since a deleted card is only marked.
    var number: Int64?
    let id: String
    var column: String
    var position: Int64
    var title: String
    var by: String?
    let created: Int64
    /// When the card was deleted, in milliseconds since 1970; `nil` if it is on the board.
    var deleted: Int64?

    /// The card and its place.
    var placed: PlacedCard {
        PlacedCard(
            card: Card(id: id, title: title, by: by, created: created),
            place: Place(position: position, number: number ?? 0))
    }
}
