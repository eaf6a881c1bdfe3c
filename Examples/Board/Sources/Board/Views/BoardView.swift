import DataSources
import DataSourcesWire
import NIOCore
import Synchronization

/// What is shown to all clients with equal queries: a derived source and its feed.
final class BoardView: Sendable {
    typealias Source = DerivedSource<SectionedSnapshot<Column, Card>>

    let query: BoardQuery
    let feed: Feed<Source>
    /// When its states were made.
    let times = VersionTimes()
    private let commits: CommitClock
    private let running = Signal()
    private let retired = Signal()
    /// The streams of each event loop that keep up.
    private let groups = Mutex([ObjectIdentifier: StreamGroup]())
    private let (starts, start) = AsyncStream.makeStream(of: (group: StreamGroup, position: FeedPosition).self)

    init(_ query: BoardQuery, of cards: Source, history: HistoryBounds, commits: CommitClock) {
        self.commits = commits
        self.query = query
        feed = Feed(of: query.view(of: cards), history: history)
    }

    var source: Source { feed.source }

    /// The newest state of the view; all commits of the board before the call are in it.
    var position: FeedPosition {
        get async { FeedPosition(await source.snapshot.version ?? Version(epoch: 0, number: 0)) }
    }

    /// Wakes the clients until the view is retired.
    func run(_ clock: FrameClock, heartbeat: Duration) async {
        await withDiscardingTaskGroup { @Sendable group in
            group.addTask { await self.runGroups() }
            // Without an interval, a feed does not sleep between frames, and the clock could not make them rarer.
            let interval = max(clock.pace.shortest, .nanoseconds(1))
            group.addTask { await self.feed.run(every: interval, heartbeat: heartbeat, clock: clock) }
            group.addTask { await self.measure() }
            running.send()
            await retired.wait()
            group.cancelAll()
        }
    }

    // MARK: Groups

    /// The streams of an event loop that keep up.
    func group(on eventLoop: any EventLoop) -> StreamGroup {
        groups.withLock { groups in
            let key = ObjectIdentifier(eventLoop)
            if let group = groups[key] { return group }
            let group = StreamGroup(self, on: eventLoop, commits: commits)
            groups[key] = group
            return group
        }
    }

    /// Follows the view for a group; returns `false` if the view does not run any more.
    func follow(for group: StreamGroup, from position: FeedPosition) -> Bool {
        if case .terminated = start.yield((group, position)) { return false }
        return true
    }

    private func runGroups() async {
        await withDiscardingTaskGroup { @Sendable tasks in
            for await (group, position) in starts {
                tasks.addTask { await group.run(from: position) }
            }
        }
        // None can begin now, and one that was about to has not.
        start.finish()
        for group in groups.withLock({ Array($0.values) }) { await group.end() }
    }

    // MARK: Running

    /// Waits until somebody runs the view.
    func waitUntilRunning() async { await running.wait() }

    /// The view is no longer used.
    func retire() { retired.send() }

    /// Notes when the states are made, and how long their differences take.
    private func measure() async {
        for await update in await source.subscribe() {
            if let version = update.after.version { times.versionMade(version.number, at: commits.last) }
            let start = ContinuousClock.now
            // The feed sends the same update to clients that wait, so this is not computed for the measurement alone.
            _ = update.changes
            Measurements.difference.record(duration: ContinuousClock.now - start)
        }
    }
}
