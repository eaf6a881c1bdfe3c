internal import DataSources
import Synchronization

/// The shell of ``PrefetchMachine``: shared by the prefetcher, its child tasks and the tasks that plan updates.
final class PrefetchCore<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    private struct State {
        var machine: PrefetchMachine<Item.ID>
        var items: [Item.ID: Item] = [:]
        var stops: [Item.ID: AsyncStream<Never>.Continuation] = [:]
        var jobs: AsyncStream<PrefetchJob<Item>>.Continuation?

        /// The jobs of items that have been started.
        mutating func jobs(of ids: [Item.ID]) -> [PrefetchJob<Item>] {
            ids.compactMap { id in
                guard let item = items.removeValue(forKey: id) else { return nil }
                let (stop, continuation) = AsyncStream<Never>.makeStream()
                stops[id] = continuation
                return PrefetchJob(item: item, stop: stop)
            }
        }
    }

    private let state: Mutex<State>

    init(limit: Int) {
        state = Mutex(State(machine: PrefetchMachine(limit: limit)))
    }

    var count: Int { state.withLock { $0.machine.count } }

    func request(_ items: [Item]) {
        start { state in
            for item in items where state.stops[item.id] == nil { state.items[item.id] = item }
            return state.machine.requested(items.map(\.id))
        }
    }

    func cancel(_ ids: some Sequence<Item.ID>) {
        let ids = Array(ids)
        let stops = state.withLock { state in
            let stops = state.machine.cancelled(ids).compactMap { state.stops[$0] }
            for id in ids where state.stops[id] == nil { state.items[id] = nil }
            return stops
        }
        for stop in stops { stop.finish() }
    }

    func end(_ id: Item.ID) {
        start { state in
            state.stops[id] = nil
            return state.machine.ended(id)
        }
    }

    func begin(_ jobs: AsyncStream<PrefetchJob<Item>>.Continuation) {
        start { state in
            state.jobs = jobs
            return state.machine.followingBegan()
        }
    }

    func end() {
        state.withLock { state in
            state.machine.followingEnded()
            state.jobs = nil
            state.stops = [:]
        }
    }

    private func start(_ body: (inout State) -> [Item.ID]) {
        let (jobs, continuation) = state.withLock { state in
            let ids = body(&state)
            return (state.jobs(of: ids), state.jobs)
        }
        for job in jobs { continuation?.yield(job) }
    }
}
