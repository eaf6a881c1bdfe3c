import DataSources
import DataSourcesTesting
import TestKit

/// A remote list of rows that answers after a while, and refuses when it is told to.
final class PageServer: Sendable {
    struct Refusal: Error, Equatable {
        let attempt: Int
    }

    private struct State {
        var rows: [Row]
        var requests: [PageRequest<Int>] = []
        var refused: Set<Int> = []
        var running = 0
        var mostAtOnce = 0
    }

    private let clock: VirtualClock
    private let state: Shared<State>

    init(_ ids: Range<Int>, clock: VirtualClock) {
        state = Shared(State(rows: ids.map { Row($0) }))
        self.clock = clock
    }

    /// The rows that it has.
    var rows: [Row] {
        get { state.value.rows }
        set { state.change { $0.rows = newValue } }
    }

    /// What has been asked for, in order.
    var requests: [PageRequest<Int>] { state.value.requests }
    /// How many requests were under way at one time.
    var mostAtOnce: Int { state.value.mostAtOnce }

    /// Refuses requests with these numbers, counted from one.
    func refuse(_ attempts: Set<Int>) {
        state.change { $0.refused = attempts }
    }

    /// The offsets asked for, in order.
    var offsets: [Int] { requests.map { $0.cursor ?? 0 } }

    /// A page at an offset; one that is not full is the last one.
    func page(_ request: PageRequest<Int>) async throws -> Page<Row, Int> {
        let attempt = state.change { state in
            state.requests.append(request)
            state.running += 1
            state.mostAtOnce = max(state.mostAtOnce, state.running)
            return state.requests.count
        }
        defer { state.change { $0.running -= 1 } }
        try await clock.sleep(for: .milliseconds(10))
        if state.value.refused.contains(attempt) { throw Refusal(attempt: attempt) }
        let offset = request.cursor ?? 0
        let rows = rows.dropFirst(offset).prefix(request.size)
        return Page(rows, next: rows.count < request.size ? nil : offset + rows.count)
    }
}
