import DataSources
import DataSourcesTesting
import TestKit

/// A remote list of rows that answers after a while, and refuses when it is told to.
final class PageServer: Sendable {
    struct Refusal: Error, Equatable {
        let attempt: Int
    }

    private struct State {
        var requests: [PageRequest<Row>] = []
        var refused: Set<Int> = []
        var running = 0
        var mostAtOnce = 0
    }

    private let ids: Range<Int>
    private let clock: VirtualClock
    private let state = Shared(State())

    init(_ ids: Range<Int>, clock: VirtualClock) {
        self.ids = ids
        self.clock = clock
    }

    /// What has been asked for, in order.
    var requests: [PageRequest<Row>] { state.value.requests }
    /// How many requests were under way at one time.
    var mostAtOnce: Int { state.value.mostAtOnce }

    /// Refuses requests with these numbers, counted from one.
    func refuse(_ attempts: Set<Int>) {
        state.change { $0.refused = attempts }
    }

    /// Answers by the offset of the request.
    func page(_ request: PageRequest<Row>) async throws -> Page<Row> {
        let attempt = state.change { state in
            state.requests.append(request)
            state.running += 1
            state.mostAtOnce = max(state.mostAtOnce, state.running)
            return state.requests.count
        }
        defer { state.change { $0.running -= 1 } }
        try await clock.sleep(for: .milliseconds(10))
        if state.value.refused.contains(attempt) { throw Refusal(attempt: attempt) }
        return Page(ids.dropFirst(request.offset).prefix(request.size).map { Row($0) })
    }
}
