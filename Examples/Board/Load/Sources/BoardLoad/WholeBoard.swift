/// A card, as the board sends it.
struct Card: Identifiable, Hashable, Sendable, Codable {
    let id: String
    var title: String
    var by: String?
    let created: Int64
}

/// A column, as the board sends it.
struct Column: Identifiable, Hashable, Sendable, Codable {
    let id: String
    var title: String
    var count: Int
}

/// The whole board, as the server answers it to `GET /board`.
struct WholeBoard: Hashable, Sendable, Decodable {
    struct Section: Hashable, Sendable, Decodable {
        let id: String
        let title: String
        let count: Int
        let cards: [Card]
    }

    let position: String
    let columns: [Section]
}
