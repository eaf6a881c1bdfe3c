public import DataSources

/// Loads what rows need before they come onto the screen, with a child task for each item.
///
/// ```swift
/// let prefetcher = Prefetcher(in: screen) { employee in await portraits.load(employee.id) }
/// async let prefetching: Void = prefetcher.run()
/// prefetcher.prefetch(at: 40..<60)           // the toolkit expects these rows soon
/// prefetcher.cancel(at: 40..<50)             // and does not any more
/// ```
///
/// An item is loaded by one task at a time, however often it is asked for. The task is cancelled if the row is no longer
/// expected or its item disappears from the screen, and with the task that ``run()`` runs in.
///
/// It lives on the presentation's actor and keeps the presentation alive.
public final class Prefetcher<Snapshot: ItemSnapshot> where Snapshot.Item.ID: Sendable {
    private let presentation: Presentation<Snapshot>
    private let core: PrefetchCore<Snapshot.Item>
    private let fetch: @Sendable (Snapshot.Item) async -> Void
    private let following = TaskLock()

    /// Creates a prefetcher for the items on a screen.
    ///
    /// - Parameters:
    ///   - presentation: The presentation.
    ///   - limit: How many items to load at a time; the others wait in the order of the requests.
    ///   - fetch: Loads what the row of an item needs, off the actor; it should end early if its task is cancelled.
    public init(
        in presentation: Presentation<Snapshot>, limit: Int = 8,
        fetch: @escaping @Sendable (Snapshot.Item) async -> Void
    ) {
        self.presentation = presentation
        self.fetch = fetch
        core = PrefetchCore(limit: limit)
        let observer = PrefetchObserver<Snapshot>(core)
        observer.prefetcher = self
        presentation.add(observer)
    }

    /// The number of items that are being loaded or wait.
    public var count: Int { core.count }

    /// Loads the items at these positions; positions that are not on the screen are ignored.
    public func prefetch(at positions: some Sequence<Snapshot.ItemPosition>) {
        core.request(positions.compactMap { presentation.snapshot[$0] })
    }

    /// Stops loading the items at these positions.
    public func cancel(at positions: some Sequence<Snapshot.ItemPosition>) {
        cancel(positions.compactMap { presentation.snapshot[$0]?.id })
    }

    /// Stops loading the items with these ids.
    public func cancel(_ ids: some Sequence<Snapshot.Item.ID>) { core.cancel(ids) }

    /// Runs the child tasks until the task is cancelled.
    ///
    /// Then everything that is being loaded is cancelled too; items that wait go on waiting for the next call. A second
    /// call while one runs waits until that ends.
    public func run() async {
        guard await following.lock() else { return }
        defer { following.unlock() }
        let (jobs, continuation) = AsyncStream<PrefetchJob<Snapshot.Item>>.makeStream()
        core.begin(continuation)
        let (core, fetch) = (core, fetch)
        await withTaskCancellationHandler { @Sendable in
            await withDiscardingTaskGroup { @Sendable group in
                for await job in jobs { group.addTask { await job.run(fetch, core) } }
                group.cancelAll()
            }
        } onCancel: {
            // At once, or items that wait would be started as others end.
            core.end()
        }
        core.end()
    }
}
