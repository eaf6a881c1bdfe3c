import Synchronization

/// A number, a lock and a suspended task for each subscriber, and nothing else: no cancellation, no end, no value.
///
/// The least that waking a task can cost.
struct BareFanout: Fanout {
    static let name = "a bare task switch"

    private final class Bed: Sendable {
        private struct State {
            var version = 0
            var sleeper: UnsafeContinuation<Int, Never>?
        }

        private let state = Mutex(State())

        func wake(_ version: Int) {
            let sleeper = state.withLock { state in
                state.version = version
                return state.sleeper.take()
            }
            sleeper?.resume(returning: version)
        }

        func version(after seen: Int) async -> Int {
            await withUnsafeContinuation { continuation in
                let known = state.withLock { state -> Int? in
                    if state.version > seen { return state.version }
                    state.sleeper = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    private let beds: [Bed]

    init(subscribers: Int) {
        beds = (0..<subscribers).map { _ in Bed() }
    }

    func commit(_ version: Int) async {
        for bed in beds { bed.wake(version) }
    }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        ready()
        var seen = 0
        repeat { seen = await beds[subscriber].version(after: seen) } while receiver.received(seen)
    }
}
