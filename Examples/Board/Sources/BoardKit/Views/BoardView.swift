import DataSources
import DataSourcesWire
import NIOCore
import Synchronization

/// What is shown to all clients with equal queries: a feed.
final class BoardView: Sendable {
    let query: BoardQuery
    let feed: BoardFeed
    /// When its states were made.
    let times = VersionTimes()
    private let backend: any BoardBackend
    private let running = Signal()
    private let retired = Signal()
    /// The streams of each event loop that keep up.
    private let groups = Mutex([ObjectIdentifier: StreamGroup]())
    private let (starts, start) = AsyncStream.makeStream(of: (group: StreamGroup, position: FeedPosition).self)

    init(_ query: BoardQuery, of backend: any BoardBackend, history: HistoryBounds) {
        (self.query, self.backend) = (query, backend)
        feed = backend.feed(of: query, history: history)
    }

    /// When the newest state was made.
    var lastCommit: ContinuousClock.Instant { backend.lastCommit }

    /// Wakes the clients until the view is retired.
    func run(_ clock: FrameClock, heartbeat: Duration) async {
        await withDiscardingTaskGroup { @Sendable group in
            group.addTask { await self.runGroups() }
            // Without an interval, a feed does not sleep between frames, and the clock could not make them rarer.
            let interval = max(clock.pace.shortest, .nanoseconds(1))
            group.addTask { await self.feed.run(interval, heartbeat, clock) }
            group.addTask {
                await self.feed.states { number in self.times.versionMade(number, at: self.lastCommit) }
            }
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
            let group = StreamGroup(self, on: eventLoop)
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
}
