/// A card with its key in the order of its column.
struct PlacedCard: Identifiable, Hashable, Sendable {
    let card: Card
    let place: Place

    var id: Card.ID { card.id }
}

/// The key of a card in the order of its column: its position, and the number of its row among equal positions.
struct Place: Hashable, Comparable, Sendable {
    let position: Int64
    let number: Int64

    static func < (left: Place, right: Place) -> Bool {
        (left.position, left.number) < (right.position, right.number)
    }
}
