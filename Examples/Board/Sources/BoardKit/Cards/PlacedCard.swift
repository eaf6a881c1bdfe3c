import DataSources

/// A card with its place on the board; they are compared by the numbers of their rows.
struct PlacedCard: Identifiable, Comparable, Sendable {
    let card: Card
    let column: Column.ID
    let place: Place

    var id: Card.ID { card.id }

    static func < (left: PlacedCard, right: PlacedCard) -> Bool { left.place.number < right.place.number }
}

/// The key of a card in the order of its column: its position, and the number of its row among equal positions.
struct Place: Hashable, Comparable, Sendable {
    let position: Int64
    let number: Int64

    static func < (left: Place, right: Place) -> Bool {
        (left.position, left.number) < (right.position, right.number)
    }
}
