import DataSources
import Synchronization

/// Answers that cannot be foreseen, but are the same for every run of a seed.
final class Whim: Sendable {
    private let state: Atomic<UInt64>

    init(seed: UInt64) {
        state = Atomic(seed &* 0x9E37_79B9_7F4A_7C15)
    }

    func next() -> UInt64 {
        var word = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    func oneIn(_ count: UInt64) -> Bool { next() % count == 0 }
}

/// An id that need not keep to the rules of `Hashable`.
protocol OddID: Hashable, Sendable {
    init(_ number: Int, _ whim: Whim)
}

/// Every seventh number is NaN.
extension Double: OddID {
    init(_ number: Int, _ whim: Whim) { self = number % 7 == 3 ? .nan : Double(number) }
}

extension CollidingID: OddID {
    init(_ number: Int, _ whim: Whim) { self.init(number: number) }
}

/// No value equals any, not even itself.
struct UnequalID: OddID {
    let number: Int

    init(_ number: Int, _ whim: Whim) { self.number = number }

    static func == (left: UnequalID, right: UnequalID) -> Bool { false }
}

/// All values are equal.
struct EqualID: OddID {
    let number: Int

    init(_ number: Int, _ whim: Whim) { self.number = number }

    static func == (left: EqualID, right: EqualID) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// The hash is another one each time.
struct LyingHashID: OddID {
    let number: Int
    let whim: Whim

    init(_ number: Int, _ whim: Whim) { (self.number, self.whim) = (number, whim) }

    static func == (left: LyingHashID, right: LyingHashID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(whim.next() % 4) }
}

/// `==` now and then says the opposite of what is true.
struct FlippingID: OddID {
    let number: Int
    let whim: Whim

    init(_ number: Int, _ whim: Whim) { (self.number, self.whim) = (number, whim) }

    static func == (left: FlippingID, right: FlippingID) -> Bool { (left.number == right.number) != left.whim.oneIn(4) }
    func hash(into hasher: inout Hasher) { hasher.combine(number & 3) }
}

/// `==` and the hash are drawn by lot.
struct RandomID: OddID {
    let whim: Whim

    init(_ number: Int, _ whim: Whim) { self.whim = whim }

    static func == (left: RandomID, right: RandomID) -> Bool { left.whim.oneIn(2) }
    func hash(into hasher: inout Hasher) { hasher.combine(whim.next() % 64) }
}

/// An object whose number changes while others have it as their key.
///
/// Unchecked: it is used by one task at a time.
final class ObjectID: OddID, @unchecked Sendable {
    var number: Int

    init(_ number: Int, _ whim: Whim) { self.number = number }

    static func == (left: ObjectID, right: ObjectID) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// What headers and items of misbehaving histories have to be.
protocol OddItem: Identifiable, Equatable, Sendable where ID: Sendable {
    init(_ number: Int, _ value: Int, _ whim: Whim)

    var value: Int { get set }

    /// Changes what must not change, if it can.
    func misbehave(_ number: Int)
}

extension OddItem {
    func misbehave(_ number: Int) {}
}

/// An item with an odd id.
struct Odd<ID: OddID>: OddItem {
    let id: ID
    var value: Int

    init(_ number: Int, _ value: Int, _ whim: Whim) {
        id = ID(number, whim)
        self.value = value
    }

    func misbehave(_ number: Int) { (id as? ObjectID)?.number = number }
}

/// An item whose id can be trusted, but not what `==` says of its content.
struct OddContent: OddItem {
    let id: Int
    var value: Int
    let whim: Whim

    init(_ number: Int, _ value: Int, _ whim: Whim) { (id, self.value, self.whim) = (number, value, whim) }

    static func == (left: OddContent, right: OddContent) -> Bool { left.whim.oneIn(2) }
}

/// An object whose id changes in place; the id's own type behaves.
///
/// Unchecked: it is used by one task at a time.
final class OddObject: OddItem, @unchecked Sendable {
    var id: Int
    var value: Int

    init(_ number: Int, _ value: Int, _ whim: Whim) { (id, self.value) = (number, value) }

    static func == (left: OddObject, right: OddObject) -> Bool { left.value == right.value }
    func misbehave(_ number: Int) { id = number }
}

/// A reading whose id and value may be NaN.
struct Reading: Identifiable, Hashable, Codable, Sendable {
    let id: Double
    var value: Double

    init(_ id: Double, _ value: Double = 0) { (self.id, self.value) = (id, value) }

    /// NaN with bits of its own.
    static func nan(_ payload: Int) -> Double { Double(nan: Double.RawSignificand(payload), signaling: false) }

    /// The same reading as an item that behaves: NaN has one id, and NaNs of different bits are different values.
    var row: Row {
        Row(id.isNaN ? -1 : Int(id), value.isNaN ? 1000 + Int(value.bitPattern & 0xFF) : Int(value))
    }
}
