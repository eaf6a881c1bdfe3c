import DataSources

/// The item, and the section header, of a simulation: it is counted while it lives, and its comparisons are heard.
protocol PieceProtocol: Identifiable, Equatable, Sendable, CustomStringConvertible where ID: Sendable {
    init(_ number: Int, value: Int, _ witness: Witness)

    var witness: Witness { get }

    /// The number of the id: ids that are the same by the rule of law 15 have the same one.
    var number: Int { get }

    /// What is to be seen of the piece, and changes.
    var value: Int { get set }

    /// Whether both are the same content by the rule of law 15, without the witness hearing of it.
    func isSame(as other: Self) -> Bool

    /// The id of a number.
    static func id(_ number: Int, _ witness: Witness) -> ID

    /// The number of an id.
    static func number(of id: ID) -> Int

    /// How many ids there are.
    static var ids: Int { get }

    /// Whether the rule of law 15 says what is the same; if not, edits may do anything but harm.
    static var isLawful: Bool { get }

    /// Changes what must not change, if the type can.
    func misbehave(_ number: Int)
}

extension PieceProtocol {
    static var ids: Int { 12 }
    static var isLawful: Bool { true }
    func misbehave(_ number: Int) {}
    var description: String { value == 0 ? "\(number)" : "\(number)=\(value)" }
}

/// A piece with an id of some type.
struct Piece<ID: PieceID>: PieceProtocol {
    let id: ID
    var value: Int
    private let token: Token

    init(_ number: Int, value: Int = 0, _ witness: Witness) {
        id = ID(number, witness)
        self.value = value
        token = Token(witness)
    }

    var witness: Witness { token.witness }
    var number: Int { id.number }

    static func == (left: Piece, right: Piece) -> Bool {
        left.token.witness.compared()
        return left.id == right.id && left.value == right.value
    }

    /// The id is equal, or the bits are the same: those of the token too.
    func isSame(as other: Piece) -> Bool {
        let isSameID = ID.equalThemselves(number) ? number == other.number : token === other.token
        return isSameID && value == other.value
    }

    static func id(_ number: Int, _ witness: Witness) -> ID { ID(number, witness) }
    static func number(of id: ID) -> Int { id.number }
    static var ids: Int { ID.areAllTheSame ? 1 : 12 }
    static var isLawful: Bool { ID.isLawful }
}

/// An object whose id changes in place; the type of the id behaves.
///
/// Unchecked: a run has one thread.
final class ObjectPiece: PieceProtocol, @unchecked Sendable {
    private(set) var id: Int
    var value: Int
    private let token: Token

    init(_ number: Int, value: Int = 0, _ witness: Witness) {
        (id, self.value) = (number, value)
        token = Token(witness)
    }

    var witness: Witness { token.witness }
    var number: Int { id }

    static func == (left: ObjectPiece, right: ObjectPiece) -> Bool {
        left.token.witness.compared()
        return left.isSame(as: right)
    }

    func isSame(as other: ObjectPiece) -> Bool { self === other || number == other.number && value == other.value }
    static func id(_ number: Int, _ witness: Witness) -> Int { number }
    static func number(of id: Int) -> Int { id }
    static var isLawful: Bool { false }
    func misbehave(_ number: Int) { id = number }
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

/// A piece as the oracle compares it: its id is a number, and it is equal to what the rule of law 15 says is the same.
struct HonestPiece<Odd: PieceProtocol>: Identifiable, Equatable, CustomStringConvertible {
    let piece: Odd

    var id: Int { piece.number }
    var description: String { piece.description }

    static func == (left: HonestPiece, right: HonestPiece) -> Bool {
        left.id == right.id && left.piece.isSame(as: right.piece)
    }
}
