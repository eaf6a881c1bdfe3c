import Synchronization

/// An item with a payload that is counted while it lives, and that can do something when it goes.
struct Counted: Identifiable, Equatable, Sendable {
    let id: Int
    let payload: Payload

    static func == (left: Counted, right: Counted) -> Bool {
        left.id == right.id && left.payload === right.payload
    }

    final class Payload: Sendable {
        private let census: Census

        init(_ census: Census) {
            self.census = census
            census.live.add(1, ordering: .relaxed)
        }

        deinit {
            census.live.subtract(1, ordering: .relaxed)
            census.onDeinit?()
        }
    }

    /// How many payloads live.
    final class Census: Sendable {
        let live = Atomic<Int>(0)
        let onDeinit: (@Sendable () -> Void)?

        init(onDeinit: (@Sendable () -> Void)? = nil) {
            self.onDeinit = onDeinit
        }

        var count: Int { live.load(ordering: .relaxed) }

        func item(_ id: Int) -> Counted {
            Counted(id: id, payload: Payload(self))
        }
    }
}
