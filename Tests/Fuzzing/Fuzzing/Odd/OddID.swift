/// An id or a key that need not follow the rules of `Hashable` and `Comparable`.
protocol OddID: Hashable, Comparable, Codable, Sendable {
    init(_ number: Int, _ whim: Whim)

    /// Whether the documented rule for ids says which values are the same id. If not, only law 15 holds.
    static var isLawful: Bool { get }

    /// A number for each id: ids have the same one when they are equal, or when neither equals itself.
    var identity: Int { get }

    /// A number for each content: content has the same one when its bits are the same, or when `==` says so.
    var content: Int { get }
}

extension OddID {
    static var isLawful: Bool { false }
    var identity: Int { 0 }
    var content: Int { identity }
}

/// Every fourth number is NaN, with bits of its own.
extension Double: OddID {
    init(_ number: Int, _ whim: Whim) {
        self =
            number % 4 == 3
            ? Double(nan: RawSignificand(number / 4 % 3 + 1), signaling: false) : Double(number)
    }

    static var isLawful: Bool { true }
    var identity: Int { isNaN ? .max : Int(exactly: self) ?? Int(truncatingIfNeeded: bitPattern) }
    var content: Int { isNaN ? .max - Int(bitPattern & 0xFF) : identity }
}

/// An id that is a number for its codec.
protocol NumberedID: OddID {
    var number: Int { get }
}

extension NumberedID {
    init(from decoder: any Decoder) throws {
        let number = try decoder.singleValueContainer().decode(Int.self)
        self.init(number, Whim(seed: UInt64(bitPattern: Int64(number))))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// All hashes are the same.
struct ConstantHashID: NumberedID {
    let number: Int
    private let token: Whim.Token

    init(_ number: Int, _ whim: Whim) { (self.number, token) = (number, Whim.Token(whim)) }

    static func == (left: ConstantHashID, right: ConstantHashID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) {}
    static var isLawful: Bool { true }
    var identity: Int { number }
}

/// All values are equal.
struct EqualID: NumberedID {
    let number: Int

    init(_ number: Int, _ whim: Whim) { self.number = number }

    static func == (left: EqualID, right: EqualID) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
    static func < (left: EqualID, right: EqualID) -> Bool { false }
    static var isLawful: Bool { true }
}

/// No value equals any, not even itself.
struct UnequalID: NumberedID {
    let number: Int

    init(_ number: Int, _ whim: Whim) { self.number = number }

    static func == (left: UnequalID, right: UnequalID) -> Bool { false }
    static func < (left: UnequalID, right: UnequalID) -> Bool { false }
    static var isLawful: Bool { true }
    var content: Int { number }
}

/// Equal values have different hashes: the hash changes with every call.
struct LyingHashID: NumberedID {
    let number: Int
    private let token: Whim.Token

    init(_ number: Int, _ whim: Whim) { (self.number, token) = (number, Whim.Token(whim)) }

    static func == (left: LyingHashID, right: LyingHashID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(token.whim.next() % 4) }
}

/// `==` and `<` say the opposite of the truth now and then.
struct FlippingID: NumberedID {
    let number: Int
    private let token: Whim.Token

    init(_ number: Int, _ whim: Whim) { (self.number, token) = (number, Whim.Token(whim)) }

    static func == (left: FlippingID, right: FlippingID) -> Bool {
        (left.number == right.number) != left.token.whim.oneIn(4)
    }

    static func < (left: FlippingID, right: FlippingID) -> Bool {
        (left.number < right.number) != left.token.whim.oneIn(4)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number & 3) }
}

/// `==`, `<` and the hash are random.
struct RandomID: NumberedID {
    let number: Int
    private let token: Whim.Token

    init(_ number: Int, _ whim: Whim) { (self.number, token) = (number, Whim.Token(whim)) }

    static func == (left: RandomID, right: RandomID) -> Bool { left.token.whim.oneIn(2) }
    static func < (left: RandomID, right: RandomID) -> Bool { left.token.whim.oneIn(2) }
    func hash(into hasher: inout Hasher) { hasher.combine(token.whim.next() % 64) }
}

/// An object whose number changes while others have it as their key.
///
/// Unchecked: one thread uses it at a time.
final class ObjectID: NumberedID, @unchecked Sendable {
    var number: Int
    private let token: Whim.Token

    init(_ number: Int, _ whim: Whim) { (self.number, token) = (number, Whim.Token(whim)) }

    static func == (left: ObjectID, right: ObjectID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
