import DataSources

/// The item, and the section header, of a simulation: it is counted while it lives, and its comparisons are heard.
struct Piece: Identifiable, Equatable, Sendable {
    let id: Int
    var value: Int
    private let token: Token

    init(_ id: Int, value: Int = 0, _ witness: Witness) {
        self.id = id
        self.value = value
        token = Token(witness)
    }

    static func == (left: Piece, right: Piece) -> Bool {
        left.token.witness.compared()
        return left.isSame(as: right)
    }

    /// Whether both are equal, without the witness hearing of it.
    func isSame(as other: Piece) -> Bool {
        id == other.id && value == other.value
    }

    /// Lives as long as some copy of the piece does.
    private final class Token: Sendable {
        let witness: Witness

        init(_ witness: Witness) {
            self.witness = witness
            witness.pieceMade()
        }

        deinit {
            witness.pieceGone()
        }
    }
}

extension Piece: CustomStringConvertible {
    var description: String { value == 0 ? "\(id)" : "\(id)=\(value)" }
}
