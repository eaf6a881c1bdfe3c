import DataSources
import DataSourcesWire
import ServiceLifecycle
import Synchronization

/// The views that somebody looks at, or has looked at a short time ago.
final class BoardViews: Service {
    /// What views take at most, and how they are sent.
    struct Settings: Sendable {
        /// The time between two frames to the same client.
        var pace = Pace()
        var heartbeat: Duration = .seconds(15)
        var history = HistoryBounds()
        /// How long a view without clients is kept for those that come back.
        var idleTime: Duration = .seconds(300)
        /// How many views there are at most, besides the board without a search.
        var capacity = 200
        /// How many of them one client has at most.
        var perClient = 40
        /// How many streams one client has at most.
        var streamsPerClient = 500
    }

    /// What the feeds of views have counted.
    struct Totals: Sendable {
        var framesEncoded = 0
        var wholeStatesSent = 0

        mutating func add(_ statistics: FeedStatistics) {
            framesEncoded += statistics.framesEncoded
            wholeStatesSent += statistics.wholeStatesSent
        }
    }

    private struct State {
        var table: ViewTable<BoardView>
        /// The views that are gone.
        var totals = Totals()
        var isShuttingDown = false
    }

    let settings: Settings
    private let backend: any BoardBackend
    private let added: AsyncStream<BoardView>
    private let addition: AsyncStream<BoardView>.Continuation
    /// Guards the views.
    private let state: Mutex<State>

    init(of backend: any BoardBackend, _ settings: Settings = Settings()) {
        (self.backend, self.settings) = (backend, settings)
        (added, addition) = AsyncStream.makeStream()
        state = Mutex(
            State(
                table: ViewTable(
                    capacity: settings.capacity, perClient: settings.perClient,
                    streamsPerClient: settings.streamsPerClient)))
    }

    /// Whether clients are sent away.
    var isShuttingDown: Bool { state.withLock { $0.isShuttingDown } }

    /// The views, and the states that they keep for clients that come back.
    var figures: (views: Int, statesKept: Int) {
        let views = state.withLock { $0.table.entries.values.map(\.view) }
        return (views.count, views.map { $0.feed.statistics().statesKept }.reduce(0, +))
    }

    /// What the feeds of all views have counted, also of those that are gone: it only grows.
    var totals: Totals {
        var (totals, views) = state.withLock { ($0.totals, $0.table.entries.values.map(\.view)) }
        for view in views { totals.add(view.feed.statistics()) }
        return totals
    }

    /// The number of streams that are open.
    var clients: Int { state.withLock { $0.table.streams } }

    // MARK: Views

    /// Begins to use the view of a query, which is made if nobody looks at it; ``leave(_:_:)`` ends it.
    ///
    /// - Throws: ``Refusal`` if there are too many views, the server is shutting down, or there is nothing to show.
    func enter(_ query: BoardQuery, _ client: Client) async throws(Refusal) -> BoardView {
        let view = try view(query, client, opensStream: true)
        do throws(Refusal) {
            try await view.feed.ready()
        } catch {
            leave(view, client)
            throw error
        }
        await view.waitUntilRunning()
        return view
    }

    /// Ends the use of a view.
    func leave(_ view: BoardView, _ client: Client) {
        state.withLock { $0.table.streamClosed(view.query, by: client, at: .now) }
    }

    /// The view of a query, if somebody looks at it or has looked at it a short time ago.
    ///
    /// The board without a search always has one.
    ///
    /// - Throws: ``Refusal`` if the server is shutting down, and the view is to be made.
    func known(_ query: BoardQuery) async throws(Refusal) -> BoardView? {
        if let view = state.withLock({ $0.table.entries[query]?.view }) { return view }
        if !query.isPlain { return nil }
        let view = try view(query, Client(nil), opensStream: false)
        await view.waitUntilRunning()
        return view
    }

    /// The newest state of a query, which is made without a view if there is none.
    ///
    /// - Returns: The state, and its position in the view; `nil` without a view.
    /// - Throws: ``Refusal`` if the server is shutting down, or the board cannot be read.
    func state(of query: BoardQuery) async throws(Refusal) -> BoardFeed.State {
        let view = try await known(query)
        let feed = view?.feed ?? backend.feed(of: query, history: HistoryBounds(count: 0))
        try await feed.ready()
        let (snapshot, position) = await feed.state()
        return (snapshot, view == nil ? nil : position)
    }

    /// The position of the newest state of a query's view; `nil` if there is none.
    ///
    /// A command that was made is answered with it, so it does not throw, and makes no view that could be refused.
    func position(of query: BoardQuery) async -> FeedPosition? {
        guard let view = try? await known(query) else { return nil }
        return await view.feed.state().position
    }

    private func view(_ query: BoardQuery, _ client: Client, opensStream: Bool) throws(Refusal) -> BoardView {
        let (view, old) = try state.withLock { state throws(Refusal) -> (BoardView, [BoardView]) in
            if state.isShuttingDown { throw Refusal(.shuttingDown, "the server is shutting down") }
            let admission = state.table.viewWanted(query, by: client, opensStream: opensStream, at: .now) {
                BoardView(query, of: backend, history: settings.history)
            }
            switch admission {
            case .admitted(let view, let isNew, let old):
                if isNew { addition.yield(view) }
                for view in old { state.totals.add(view.feed.statistics()) }
                return (view, old)
            case .refusedToClient:
                throw Refusal(
                    .tooManyViews,
                    "your address has as many different searches open as it may have, \(settings.perClient)")
            case .refusedStream:
                throw Refusal(
                    .tooManyStreams,
                    "your address has as many pages open as it may have, \(settings.streamsPerClient)")
            case .refusedToAll:
                throw Refusal(.busy, "\(settings.capacity) different searches are open, as many as the server serves")
            }
        }
        for view in old { view.retire() }
        return view
    }

    // MARK: Running

    /// Runs the views until the server shuts down; then all streams end.
    func run() async {
        await withDiscardingTaskGroup { @Sendable group in
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
                let old = state.table.timePassed(since: limit)
                for view in old { state.totals.add(view.feed.statistics()) }
                return old
            }
            for view in old { view.retire() }
        }
    }

    /// Ends all streams with a frame that tells clients to connect again.
    private func shutDown() {
        let views = state.withLock { state in
            state.isShuttingDown = true
            return state.table.entries.values.map(\.view)
        }
        for view in views { view.feed.shutDown() }
        addition.finish()
    }
}
