import Foundation

/// A type of id that bytes can choose from.
///
/// The library treats integers, UUIDs and all other types in three different ways.
protocol Identity: Hashable, Sendable, Codable {
    /// The id of this number; ids of different numbers are different.
    init(number: UInt8)
}

extension Int: Identity {
    init(number: UInt8) { self = Int(number) }
}

extension String: Identity {
    /// Some are stored in place, some are not, and some are equal to strings of other bytes.
    init(number: UInt8) {
        switch number % 4 {
        case 0: self = "\(number)"
        case 1: self = "number \(number) is too long to be stored in place"
        case 2: self = "e\u{301}\(number)"
        default: self = "\u{e9}\(number)"
        }
    }
}

extension UUID: Identity {
    init(number: UInt8) {
        self.init(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number & 1))
    }
}

/// An id of which many have the same hash.
struct Colliding: Identity, CustomStringConvertible {
    let number: UInt8

    func hash(into hasher: inout Hasher) {
        hasher.combine(number & 3)
    }

    var description: String { "\(number)" }
}
