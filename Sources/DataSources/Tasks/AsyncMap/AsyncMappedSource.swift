/// The results of an asynchronous function on the items of a list: those computed so far, in the order of the list.
///
/// ```swift
/// let thumbnails = photos.asyncMap(limit: 8) { photo in await render(photo) }
/// async let work: Void = thumbnails.run()
/// for await update in await thumbnails.subscribe() { show(update) }
/// ```
///
/// - **In the caller's task.** ``run()`` does the work, in the task that awaits it, until that task is cancelled. It
///   starts no unstructured task. The results so far can be read and followed even when it does not run.
/// - **Ordered and consistent.** It is a derived source: each of its states belongs to the list at one consistent cut.
///   An item appears when it has a result, at its position among the items with results. It disappears with its item,
///   even if work on it is still running.
/// - **Bounded.** At most `limit` calls of the function run at once, first come, first served.
/// - **Stale work is cancelled.** If an item is removed or changed, the task that works on it is cancelled and its
///   result dropped. A function that ignores cancellation counts towards `limit` until it returns. A changed item keeps
///   its last result until the new one arrives.
/// - **End.** When the list has finished and all work is done, ``run()`` returns and the source finishes.
/// - **Laws.** It keeps all laws of <doc:Guarantees> but 6, 14 and 16: it makes progress only while ``run()`` is awaited;
///   what one transaction brings appears result by result; and ``rerun(id:)`` returns no version.
///
/// DynamicData calls it `TransformAsync`.
public final class AsyncMappedSource<Item: Identifiable & Equatable & Sendable, Value: Equatable & Sendable>:
    DerivableSource, ComputedSource
where Item.ID: Sendable {
    /// The state: a list of values, each under the id of its item.
    public typealias Snapshot = ListSnapshot<Keyed<Item.ID, Value>>

    private let items: Upstream<ListSnapshot<Item>>
    private let limit: Int
    private let transform: @Sendable (_ item: Item, _ last: Value?) async -> Value?
    private let mapper = AsyncMapper<Item, Value>()
    private let rows: DerivedSource<ListSnapshot<Keyed<Item.ID, Value>>>
    private let lock = AsyncLock()

    /// Creates a source of the results of `transform`, which also receives an item's last result.
    init(
        _ source: some DerivableSource<ListSnapshot<Item>>,
        limit: Int,
        transform: @escaping @Sendable (_ item: Item, _ last: Value?) async -> Value?
    ) {
        items = source.upstream
        // Without at least one call there would be no results; and each one is a child task.
        self.limit = Swift.min(Swift.max(1, limit), 1_024)
        self.transform = transform
        let results = Results(hub: mapper.results)
        rows = DerivedSource(from: source.intersection(results), results, through: ResultsOperator())
    }

    /// Calls the function for new and changed items until the list has finished and all work is done, or the task is
    /// cancelled.
    ///
    /// After a cancellation it can be called again; interrupted work starts over. Of concurrent calls, one works at a
    /// time.
    @concurrent
    public func run() async {
        guard await lock.acquire({ "another call of run() of an asyncMap" }) else { return }
        defer { lock.release() }
        let updates = SnapshotSubscription<ListSnapshot<Item>>(SubscriptionCore(hub: items.core)).moved(
            to: await mapper.seen)
        await withDiscardingTaskGroup { @Sendable group in
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

    /// Calls the function again for the item with this id.
    ///
    /// The item keeps its result until the new one arrives; if both are equal, nothing is published. Running work on it
    /// is cancelled and starts over. ``run()`` does the work, now or when it is called next. An item that it has not seen
    /// yet is computed anyway. Once the list has finished and all work is done, nothing is computed again, and
    /// it returns `false`.
    ///
    /// ```swift
    /// await thumbnails.rerun(id: photo.id)
    /// ```
    ///
    /// - Parameter id: The id of an item of the list.
    /// - Returns: Whether it is computed again: ``run()`` has seen an item with this id, and is not done.
    /// - Complexity: O(*n*).
    @discardableResult
    public func rerun(id: Item.ID) async -> Bool {
        await mapper.rerun { areSameKey($0.id, id) } > 0
    }

    /// Calls the function again for all items that satisfy a condition, in the order of the list.
    ///
    /// Works like ``rerun(id:)`` for each of them. DynamicData's `TransformAsync` with `forceTransform`.
    ///
    /// ```swift
    /// await thumbnails.rerun { $0.size > limit }
    /// await thumbnails.rerunAll()
    /// ```
    ///
    /// - Parameter shouldRerun: Whether to compute an item again.
    /// - Returns: The number of items to compute again.
    /// - Complexity: O(*n*).
    @discardableResult
    public func rerun(where shouldRerun: @escaping @Sendable (Item) -> Bool) async -> Int {
        await mapper.rerun(where: shouldRerun)
    }

    /// Calls the function again for all items; see ``rerun(where:)``.
    ///
    /// - Returns: The number of items to compute again.
    @discardableResult
    public func rerunAll() async -> Int {
        await rerun { _ in true }
    }

    /// The number of items seen by ``run()`` that have no result or an outdated one.
    public var pending: Int {
        get async { await mapper.pending }
    }

    /// The handle that derived sources follow.
    public var upstream: Upstream<Snapshot> { Upstream(core: rows.core, source: self) }

    /// The results so far for the current items.
    public var snapshot: Snapshot {
        get async { await rows.snapshot }
    }

    /// A subscription that starts with the results so far.
    public func subscribe() async -> SnapshotSubscription<Snapshot> {
        await rows.subscribe()
    }

    /// The updates since `snapshot`; `nil` stands for the empty state.
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
    /// The results of an asynchronous function on the items of this source, each under the id of its item.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert | an insertion, once the result is there |
    /// | delete | a deletion, if there was a result; running work is cancelled |
    /// | move | a move, if the item moves among the items with results; otherwise nothing |
    /// | update | an update, once the new result is there, if it differs; outdated work is cancelled |
    ///
    /// A task must await ``AsyncMappedSource/run()``; it does the work.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of concurrent calls of `transform`; less than one counts as one, more than 1,024
    ///     as 1,024.
    ///   - transform: Computes an item's value; an item with `nil` does not appear. Called off every actor, for each
    ///     item that is inserted or updated.
    /// - Returns: The source of the results.
    /// - Complexity: O(*k* log *n*) for *k* changes or new results, plus the work of `transform`.
    public func asyncMap<Item, Value: Equatable & Sendable>(
        limit: Int = 4,
        _ transform: @escaping @Sendable (Item) async -> Value?
    ) -> AsyncMappedSource<Item, Value> where Snapshot == ListSnapshot<Item> {
        AsyncMappedSource(self, limit: limit) { item, _ in await transform(item) }
    }
}
