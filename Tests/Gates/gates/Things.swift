import Foundation

/// An item with an integer id and a text that is not stored in place.
struct Thing: Identifiable, Equatable, Sendable {
    let id: Int
    var text: String
    var number: Int

    init(_ id: Int) {
        self.id = id
        text = "the text of the thing \(id)"
        number = 0
    }
}

/// An item that has a UUID.
struct Token: Identifiable, Equatable, Sendable {
    let id: UUID
    var tag = 0
}

/// An item whose id is a text that is not stored in place.
struct Label: Identifiable, Equatable, Sendable {
    let id: String
    var tag = 0
}

/// An item whose id counts how often it is hashed.
struct Probe: Identifiable, Equatable, Sendable {
    struct ID: Hashable, Sendable {
        let number: Int

        // Unsafe: read and written by the one thread that counts.
        nonisolated(unsafe) static var hashes = 0

        func hash(into hasher: inout Hasher) {
            Self.hashes += 1
            hasher.combine(number)
        }
    }

    let id: ID
    var tag = 0

    init(_ number: Int) { id = ID(number: number) }
}

/// SplitMix64 (Steele, Lea, Flood, 2014): the same seed gives the same workload.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func token() -> Token {
        let (high, low) = (next(), next())
        return Token(id: UUID(uuid: unsafeBitCast((high, low), to: uuid_t.self)))
    }
}
