import DataSources
import DataSourcesWire
import ServiceLifecycle
import Synchronization

/// The views that somebody looks at, or has looked at a short time ago.
final class BoardViews: Service {
    struct Settings: Sendable {
        /// The time between two frames to the same client.
        var pace = Pace()
        var heartbeat: Duration = .seconds(15)
        var history = HistoryBounds()
        /// How long a view without clients is kept for those that come back.
        var idleTime: Duration = .seconds(300)
        /// How many views there are at most.
        var capacity = 200
    }

    private struct Entry {
        let view: BoardView
        var clients = 0
        var lastUsed = ContinuousClock.now
    }

    private struct State {
        var entries: [BoardQuery: Entry] = [:]
        var isShuttingDown = false
    }

    let settings: Settings
    private let cards: BoardView.Source
    private let commits: CommitClock
    private let added: AsyncStream<BoardView>
    private let addition: AsyncStream<BoardView>.Continuation
    /// Guards the views.
    private let state = Mutex(State())

    init(of database: BoardDatabase, _ settings: Settings = Settings()) {
        self.settings = settings
        commits = database.commits
        cards = database.source.map(\.card)
        (added, addition) = AsyncStream.makeStream()
    }

    /// Whether clients are sent away.
    var isShuttingDown: Bool { state.withLock { $0.isShuttingDown } }

    /// The statistics of all views.
    var statistics: [FeedStatistics] {
        state.withLock { $0.entries.values.map(\.view) }.map(\.feed.statistics)
    }

    /// The number of streams that are open.
    var clients: Int { state.withLock { $0.entries.values.reduce(0) { $0 + $1.clients } } }

    // MARK: Views

    /// The view of a query, which is made if nobody looks at it.
    ///
    /// - Throws: ``Refusal`` if there are too many views, or the server is shutting down.
    func view(_ query: BoardQuery) async throws(Refusal) -> BoardView {
        let view = try find(query, clients: 0)
        await view.waitUntilRunning()
        return view
    }

    /// Begins to use the view of a query; ``leave(_:)`` ends it.
    ///
    /// - Throws: ``Refusal`` if there are too many views, or the server is shutting down.
    func enter(_ query: BoardQuery) async throws(Refusal) -> BoardView {
        let view = try find(query, clients: 1)
        await view.waitUntilRunning()
        return view
    }

    /// Ends the use of a view.
    func leave(_ view: BoardView) {
        state.withLock { state in
            state.entries[view.query]?.clients -= 1
            state.entries[view.query]?.lastUsed = .now
        }
    }

    private func find(_ query: BoardQuery, clients: Int) throws(Refusal) -> BoardView {
        let (view, old) = try state.withLock { state throws(Refusal) -> (BoardView, BoardView?) in
            if state.isShuttingDown { throw Refusal(.shuttingDown, "the server is shutting down") }
            if var entry = state.entries[query] {
                entry.clients += clients
                entry.lastUsed = .now
                state.entries[query] = entry
                return (entry.view, nil)
            }
            var old: BoardView?
            if state.entries.count >= settings.capacity {
                let idle = state.entries.values.filter { $0.clients == 0 }.min { $0.lastUsed < $1.lastUsed }
                guard let idle else { throw Refusal(.busy, "too many different views are open") }
                old = state.entries.removeValue(forKey: idle.view.query)?.view
            }
            let view = BoardView(query, of: cards, history: settings.history, commits: commits)
            state.entries[query] = Entry(view: view, clients: clients)
            addition.yield(view)
            return (view, old)
        }
        old?.retire()
        return view
    }

    // MARK: Running

    /// Runs the views until the server shuts down; then all streams end.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.retireIdleViews() }
            await withTaskCancellationOrGracefulShutdownHandler {
                for await view in added {
                    let clock = FrameClock(pace: self.settings.pace) { self.clients }
                    group.addTask { await view.run(clock, heartbeat: self.settings.heartbeat) }
                }
            } onCancelOrGracefulShutdown: {
                self.shutDown()
            }
            group.cancelAll()
        }
    }

    private func retireIdleViews() async {
        while (try? await Task.sleep(for: settings.idleTime / 4)) != nil {
            let limit = ContinuousClock.now - settings.idleTime
            let old = state.withLock { state in
                let old = state.entries.values.filter { $0.clients == 0 && $0.lastUsed < limit }.map(\.view)
                for view in old { state.entries[view.query] = nil }
                return old
            }
            for view in old { view.retire() }
        }
    }

    /// Ends all streams with a frame that tells clients to connect again.
    private func shutDown() {
        let views = state.withLock { state in
            state.isShuttingDown = true
            return state.entries.values.map(\.view)
        }
        for view in views { view.feed.shutDown() }
        addition.finish()
    }
}
