import Foundation
import TestKit

/// An item whose id is of any type.
struct Thing<ID: Hashable & Sendable>: Identifiable, Hashable, Sendable {
    let id: ID
    var value = 0
}

/// An id that collides with all others in every hash table.
struct CollidingID: Hashable, Sendable, Comparable {
    let number: Int

    func hash(into hasher: inout Hasher) {
        hasher.combine(0)
    }

    static func < (left: CollidingID, right: CollidingID) -> Bool {
        left.number < right.number
    }
}

/// The same rows under ids of several types.
enum OtherIDs {
    static func string(_ number: Int) -> String {
        number % 2 == 0 ? "row \(number)" : "a row whose id does not fit into a small string: \(number)"
    }

    static func uuid(_ number: Int) -> UUID {
        var random = Random(seed: UInt64(number))
        let (high, low) = (random.next(), random.next())
        func byte(_ place: UInt64, _ word: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (place * 8)) }
        return UUID(
            uuid: (
                byte(0, high), byte(1, high), byte(2, high), byte(3, high), byte(4, high), byte(5, high), byte(6, high),
                byte(7, high), byte(0, low), byte(1, low), byte(2, low), byte(3, low), byte(4, low), byte(5, low),
                byte(6, low), byte(7, low)
            )
        )
    }
}
