import Synchronization

/// An item, and a section's header, with a payload that is counted while it lives.
struct Thing: Identifiable, Equatable, Sendable {
    let id: Int
    var value: Int
    let payload: Payload

    static func == (left: Thing, right: Thing) -> Bool {
        left.id == right.id && left.value == right.value
    }

    /// What is counted.
    final class Payload: Sendable {
        private let census: Census

        init(_ census: Census) {
            self.census = census
            census.live.add(1, ordering: .relaxed)
        }

        deinit {
            census.live.subtract(1, ordering: .relaxed)
        }
    }
}

/// How many payloads live.
final class Census: Sendable {
    fileprivate let live = Atomic<Int>(0)

    var count: Int { live.load(ordering: .relaxed) }

    func thing(_ id: Int, value: Int = 0) -> Thing {
        Thing(id: id, value: value, payload: Thing.Payload(self))
    }
}

/// SplitMix64 (Steele, Lea, Flood, 2014): the same seed gives the same choices.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
