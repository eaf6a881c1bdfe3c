import DataSourcesTesting
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

/// The same seed gives the same choices.
typealias Random = SeededGenerator

extension SeededGenerator {
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
