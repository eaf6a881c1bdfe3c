import DataSourcesTesting

/// What random edits are made with: ids from a small pool, so that they come back, and are wrong often enough.
struct Pen {
    /// How many ids there are.
    static let ids = 12

    var random: SeededGenerator
    let witness: Witness

    mutating func id() -> Int {
        random.below(Pen.ids)
    }

    mutating func piece() -> Piece {
        Piece(id(), value: random.below(3), witness)
    }

    /// A list with much of `pieces` in it, somewhat out of order; now and then with an id twice.
    mutating func variation(of pieces: [Piece]) -> [Piece] {
        var result = pieces.filter { _ in !random.oneIn(4) }
        if random.oneIn(3) { result.shuffle(using: &random) }
        for index in result.indices where random.oneIn(4) { result[index].value = random.below(3) }
        for _ in 0..<random.below(3) {
            let piece = piece()
            if !result.contains(where: { $0.id == piece.id }) || random.oneIn(8) {
                result.insert(piece, at: random.below(result.count + 1))
            }
        }
        return result
    }
}
