import Foundation

/// What the difference workloads are lists of: ids of four kinds, with content that can change.
protocol DifferenceItem: Identifiable, Equatable, Sendable where ID: Sendable {
    /// The kind of its id.
    static var kind: IdentityKind { get }

    /// An item that there has not been before.
    init(using generator: inout Generator)

    /// Changes the content, and leaves the id.
    mutating func change()
}

/// The kinds of ids that the workloads are run with.
enum IdentityKind: String, CaseIterable {
    case int = "Int ids"
    case uuid = "UUID ids"
    case string = "String ids"
    case hashable = "Hashable-only ids"
}

/// A random 62-bit id and a string of 28 bytes.
struct IntItem: DifferenceItem {
    static let kind = IdentityKind.int
    let id: Int
    var payload: String

    init(using generator: inout Generator) {
        id = Int(generator.next() >> 2)
        payload = "item number \(String(id % 10_000_000, radix: 10)) of many"
    }

    mutating func change() { payload += "!" }
}

/// DifferenceKit's benchmark element, with a tag that can change.
struct UUIDItem: DifferenceItem {
    static let kind = IdentityKind.uuid
    let id: UUID
    var tag = 0

    init(using generator: inout Generator) {
        id = UUID(using: &generator)
    }

    mutating func change() { tag += 1 }
}

/// 36 characters as an id, and a string of 28 bytes.
struct StringItem: DifferenceItem {
    static let kind = IdentityKind.string
    let id: String
    var payload: String

    init(using generator: inout Generator) {
        id = UUID(using: &generator).uuidString
        payload = "the item \(id.prefix(18))"
    }

    mutating func change() { payload += "!" }
}

/// An id that is known to be `Hashable` and nothing else: what most people's own types are.
struct HashableItem: DifferenceItem {
    struct Pair: Hashable, Sendable {
        let high: Int
        let low: Int
    }

    static let kind = IdentityKind.hashable
    let id: Pair
    var tag = 0

    init(using generator: inout Generator) {
        id = Pair(high: Int(truncatingIfNeeded: generator.next()), low: Int(truncatingIfNeeded: generator.next()))
    }

    mutating func change() { tag += 1 }
}

extension UUID {
    init(using generator: inout Generator) {
        var words = (generator.next(), generator.next())
        self = withUnsafeBytes(of: &words) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
