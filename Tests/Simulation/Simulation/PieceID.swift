/// The id of a piece; it need not follow the rules of `Hashable`.
protocol PieceID: Hashable, Sendable {
    init(_ number: Int, _ witness: Witness)

    /// The number of the id: ids that are the same by the rule of law 15 have the same one.
    var number: Int { get }

    /// Whether the id of a number equals itself.
    static func equalThemselves(_ number: Int) -> Bool

    /// Whether all ids are the same one.
    static var areAllTheSame: Bool { get }

    /// Whether the rule of law 15 says which ids are the same.
    static var isLawful: Bool { get }
}

extension PieceID {
    static func equalThemselves(_ number: Int) -> Bool { true }
    static var areAllTheSame: Bool { false }
    static var isLawful: Bool { true }
}

extension Int: PieceID {
    init(_ number: Int, _ witness: Witness) { self = number }
    var number: Int { self }
}

/// One of the ids is NaN, with bits that differ.
extension Double: PieceID {
    private static let nanNumber = 3

    init(_ number: Int, _ witness: Witness) {
        self =
            number == Self.nanNumber
            ? Double(nan: RawSignificand(1 + witness.whim() % 4), signaling: false) : Double(number)
    }

    var number: Int { isNaN ? Self.nanNumber : Int(self) }
    static func equalThemselves(_ number: Int) -> Bool { number != nanNumber }
}

/// All hashes are the same.
struct ConstantHashID: PieceID {
    let number: Int

    init(_ number: Int, _ witness: Witness) { self.number = number }

    func hash(into hasher: inout Hasher) {}
}

/// All ids are equal.
struct EqualID: PieceID {
    init(_ number: Int, _ witness: Witness) {}

    var number: Int { 0 }
    static var areAllTheSame: Bool { true }
}

/// No id equals any, not even itself.
struct UnequalID: PieceID {
    init(_ number: Int, _ witness: Witness) {}

    static func == (left: UnequalID, right: UnequalID) -> Bool { false }
    var number: Int { 0 }
    static var areAllTheSame: Bool { true }
    static func equalThemselves(_ number: Int) -> Bool { false }
}

/// The hash changes with every call.
struct LyingHashID: PieceID {
    let number: Int
    private let witness: Witness

    init(_ number: Int, _ witness: Witness) { (self.number, self.witness) = (number, witness) }

    static func == (left: LyingHashID, right: LyingHashID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(witness.whim() % 4) }
    static var isLawful: Bool { false }
}

/// `==` is wrong now and then.
struct FlippingID: PieceID {
    let number: Int
    private let witness: Witness

    init(_ number: Int, _ witness: Witness) { (self.number, self.witness) = (number, witness) }

    static func == (left: FlippingID, right: FlippingID) -> Bool {
        (left.number == right.number) != (left.witness.whim() % 4 == 0)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number & 3) }
    static var isLawful: Bool { false }
}
