import DataSourcesTesting

/// What random edits are made with: ids whose numbers are from a small pool, so that they come back, and are wrong often enough.
struct Pen<Item: PieceProtocol> {
    var random: SeededGenerator
    let witness: Witness

    mutating func id() -> Int {
        random.below(Item.ids)
    }

    mutating func piece() -> Item {
        Item(id(), value: random.below(3), witness)
    }

    /// A list with much of `pieces` in it, somewhat out of order; now and then with an id twice.
    mutating func variation(of pieces: [Item]) -> [Item] {
        var result = pieces.filter { _ in !random.oneIn(4) }
        if random.oneIn(3) { result.shuffle(using: &random) }
        for index in result.indices where random.oneIn(4) { result[index].value = random.below(3) }
        for _ in 0..<random.below(3) {
            let piece = piece()
            if !result.contains(where: { $0.number == piece.number }) || random.oneIn(8) {
                result.insert(piece, at: random.below(result.count + 1))
            }
        }
        return result
    }
}
