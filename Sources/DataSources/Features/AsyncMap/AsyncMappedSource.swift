/// The items of a list with what an asynchronous function makes of them: what has been made so far, in the list's order.
///
/// ```swift
/// let thumbnails = photos.asyncMap(limit: 8) { photo in await render(photo) }
/// async let work: Void = thumbnails.run()
/// for await update in await thumbnails.subscribe() { show(update) }
/// ```
///
/// - **Whose work it is.** ``run()`` does it, in the task that awaits it, for as long as that awaits it. Nothing is begun
///   elsewhere; what is made so far can be read and followed whether it runs or not.
/// - **Ordered, and never what is gone.** It is a derived source: its state belongs to what the list has at one cut.
///   An item appears once its value is there, at its place among those that have one, and goes with its item, whatever
///   may still be at work on it.
/// - **Bounded.** At most `limit` calls of the function run at once; first come, first served.
/// - **Stale work is cancelled.** When an item goes or becomes another one, the task that works on it is cancelled, and
///   what it returns is dropped. A function that does not heed cancellation keeps its place among the `limit` until it
///   returns. Of an item that has become another one the last value stays until the new one is there.
/// - **The end.** When the list has finished and everything is done, ``run()`` returns and the source finishes.
///
/// What DynamicData calls `TransformAsync`.
public final class AsyncMappedSource<Item: Identifiable & Equatable & Sendable, Value: Equatable & Sendable>:
    DerivableSource
where Item.ID: Sendable {
    /// The state is a list of values, each under the id of its item.
    public typealias Snapshot = ListSnapshot<Keyed<Item.ID, Value>>

    private let items: Upstream<ListSnapshot<Item>>
    private let limit: Int
    private let transform: @Sendable (Item) async -> Value?
    private let mapper = AsyncMapper<Item, Value>()
    private let rows: DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>>
    private let lock = AsyncLock()

    init(
        _ source: some DerivableSource<ListSnapshot<Item>>,
        limit: Int,
        transform: @escaping @Sendable (Item) async -> Value?
    ) {
        items = source.upstream
        // Without a call that may run there would be no result, ever; and each one that may run is a child task.
        self.limit = Swift.min(Swift.max(1, limit), 1_024)
        self.transform = transform
        let results = Results(hub: mapper.results)
        rows = DerivedSource(from: source.intersection(results), results, through: ResultsOperator())
    }

    /// Calls the function for what has no value yet, and for what changes, until the list has finished and everything is
    /// done, or the task is cancelled.
    ///
    /// Then it may be called again; what was being made is begun anew. Of several calls one works at a time.
    @concurrent
    public func run() async {
        guard await lock.acquire({ "its turn to do the work of asyncMap" }) else { return }
        defer { lock.release() }
        let updates = Subscription<ListSnapshot<Item>>(SubscriptionCore(hub: items.core)).moved(to: await mapper.seen)
        await withDiscardingTaskGroup { group in
            group.addTask { [mapper] in
                for await update in updates { await mapper.follow(update) }
                if !Task.isCancelled { await mapper.close() }
            }
            for worker in 0..<limit {
                group.addTask { [mapper, transform] in await mapper.work(as: worker, transform) }
            }
        }
        if !Task.isCancelled { mapper.results.finish() }
    }

    /// How many items have no value yet, or an older one, of those that ``run()`` has seen.
    public var pending: Int {
        get async { await mapper.pending }
    }

    /// What derived sources follow.
    public var upstream: Upstream<Snapshot> { Upstream(core: rows.core, source: self) }

    /// What has been made so far of the items that are there.
    public var snapshot: Snapshot {
        get async { await rows.snapshot }
    }

    /// A subscription that starts with what has been made so far.
    public func subscribe() async -> Subscription<Snapshot> {
        await rows.subscribe()
    }

    /// The updates since `snapshot`, or since the empty state.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        rows.updates(since: snapshot)
    }
}

extension AsyncMappedSource {
    /// The results as a source.
    private struct Results: PublishingSource {
        let hub: SnapshotHub<ListSnapshot<Keyed<Item.ID, Value>>>
    }
}

extension DerivableSource {
    /// What an asynchronous function makes of the items of this source, each value under the id of its item.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert | an insertion, once the value is there |
    /// | delete | a deletion, if there was a value; work on it is cancelled |
    /// | move | a move if it is one among the items that have a value; else nothing |
    /// | update | an update, once the new value is there, if it is another one; work on the old one is cancelled |
    ///
    /// Somebody has to await ``AsyncMappedSource/run()``: that is whose task the work is done in.
    ///
    /// - Parameters:
    ///   - limit: How many calls of `transform` may run at once; less than one counts as one, more than 1,024 as
    ///     1,024.
    ///   - transform: Makes a value of an item; for `nil` the item does not appear. Called off every actor, for each item
    ///     that is inserted or updated.
    /// - Returns: The source of the values.
    /// - Complexity: O(*k* log *n*) for *k* changes or new values, besides what `transform` does.
    public func asyncMap<Item, Value: Equatable & Sendable>(
        limit: Int = 4,
        _ transform: @escaping @Sendable (Item) async -> Value?
    ) -> AsyncMappedSource<Item, Value> where Snapshot == ListSnapshot<Item> {
        AsyncMappedSource(self, limit: limit, transform: transform)
    }
}
