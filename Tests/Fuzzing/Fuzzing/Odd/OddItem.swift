import DataSourcesTesting

/// An item whose id, key or content may misbehave.
protocol OddItem: Identifiable, Equatable, Codable, Sendable where ID: OddID {
    init(_ number: Int, _ key: Int, _ value: Int, _ whim: Whim)

    /// A key to sort, group and join by.
    var key: ID { get set }

    /// What `==` compares besides the id and the key: a number below four.
    var value: Int { get set }

    /// Whether the documented rule says which states are equal.
    static var isLawful: Bool { get }

    /// Changes what must not change, if the type can.
    func misbehave(_ number: Int)
}

extension OddItem {
    static var isLawful: Bool { ID.isLawful }

    func misbehave(_ number: Int) {}

    /// The same item with an id and content that behave; two are equal exactly when the documented rule says so.
    ///
    /// The last two bits of the content are those of the value, which edits change.
    var honest: Row<Int> {
        let content = id.content &* 0x1E37_79B9_7F4A_7C15 &+ key.content &* 0x3F58_476D_1CE4_E5B9 &+ value &>> 2
        return Row(id.identity, content &<< 2 | value & 3)
    }
}

/// An item with an odd id.
struct Odd<ID: OddID>: OddItem {
    let id: ID
    var key: ID
    var value: Int

    init(_ number: Int, _ key: Int, _ value: Int, _ whim: Whim) {
        id = ID(number, whim)
        self.key = ID(key, whim)
        self.value = value & 3
    }

    func misbehave(_ number: Int) {
        (id as? ObjectID)?.number = number
        (key as? ObjectID)?.number = number & 7
    }
}

/// An item whose id behaves, but `==` does not.
struct OddContent: OddItem {
    let id: Int
    var key: Int
    var value: Int
    private let whim: Whim

    init(_ number: Int, _ key: Int, _ value: Int, _ whim: Whim) {
        (id, self.key, self.value, self.whim) = (number, key, value & 3, whim)
    }

    init(from decoder: any Decoder) throws {
        let row = try Row<Int>(from: decoder)
        self.init(row.id, row.id & 7, row.value, Whim(seed: UInt64(bitPattern: Int64(row.id))))
    }

    func encode(to encoder: any Encoder) throws { try Row(id, value).encode(to: encoder) }

    static var isLawful: Bool { false }
    static func == (left: OddContent, right: OddContent) -> Bool { left.whim.oneIn(2) }
}

/// An object whose id changes in place; the id's own type behaves.
///
/// Unchecked: one thread uses it at a time.
final class OddObject: OddItem, @unchecked Sendable {
    var id: Int
    var key: Int
    var value: Int

    init(_ number: Int, _ key: Int, _ value: Int, _ whim: Whim) {
        (id, self.key, self.value) = (number, key, value & 3)
    }

    init(from decoder: any Decoder) throws {
        let row = try Row<Int>(from: decoder)
        (id, key, value) = (row.id, row.id & 7, row.value & 3)
    }

    func encode(to encoder: any Encoder) throws { try Row(id, value).encode(to: encoder) }

    static var isLawful: Bool { false }
    static func == (left: OddObject, right: OddObject) -> Bool { left.value == right.value }

    func misbehave(_ number: Int) {
        id = number
        key = number & 7
    }
}

extension Int: OddID {
    init(_ number: Int, _ whim: Whim) { self = number }

    static var isLawful: Bool { true }
    var identity: Int { self }
}

extension Sequence where Element: OddItem {
    /// Changes some of the items in place, if they can.
    func misbehave(_ seed: UInt8) {
        var random = SeededGenerator(seed: UInt64(seed))
        let share = random.next() % 8 + 1
        for item in self where random.next() % share == 0 { item.misbehave(Int(random.next() % 60)) }
    }
}
