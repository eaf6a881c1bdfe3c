/// A card, as browsers see it.
struct Card: Identifiable, Hashable, Sendable, Codable {
    /// Made by the page that added the card.
    let id: String
    var title: String
    /// Who added it.
    var by: String?
    /// When it was added, in milliseconds since 1970.
    let created: Int64
}
