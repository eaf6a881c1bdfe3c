/// A source that items are evicted from: a ``ListSource`` or a ``SectionedSource``.
protocol EvictableSource: PublishingSource where Snapshot: ItemSnapshot, Snapshot.Item.ID: Sendable {
    /// Removes the items that `choose` names, in one transaction.
    ///
    /// - Parameter choose: Names items, given the number of items and what each id stands for now.
    /// - Returns: The number of items removed, and the state afterwards.
    /// - Throws: ``EditError`` if the source has finished.
    func evict(
        _ choose: @Sendable (_ count: Int, _ item: (Snapshot.Item.ID) -> Snapshot.Item?) -> [Snapshot.Item.ID]
    ) async throws -> (evicted: Int, snapshot: Snapshot)
}

extension ListSource: EvictableSource {
    func evict(
        _ choose: @Sendable (_ count: Int, _ item: (Item.ID) -> Item?) -> [Item.ID]
    ) async throws -> (evicted: Int, snapshot: ListSnapshot<Item>) {
        try transaction { draft in
            let ids = choose(draft.count) { draft[id: $0] }
            return (evicted: try draft.remove(ids: ids).count, snapshot: draft.snapshot)
        }.result
    }
}

extension SectionedSource: EvictableSource {
    func evict(
        _ choose: @Sendable (_ count: Int, _ item: (Item.ID) -> Item?) -> [Item.ID]
    ) async throws -> (evicted: Int, snapshot: SectionedSnapshot<Header, Item>) {
        try transaction { draft in
            let ids = choose(draft.itemCount) { draft[id: $0] }
            return (evicted: try draft.removeItems(ids: ids).count, snapshot: draft.snapshot)
        }.result
    }
}

// MARK: - By size

extension EvictableSource {
    /// Evicts the items with the lowest keys, and of those with equal keys the oldest, until the source finishes or the
    /// task is cancelled.
    func evict<Key: Comparable & Sendable>(downTo limit: Int, key: @escaping @Sendable (Snapshot.Item) -> Key)
        async throws
    {
        do {
            try await evictSurplus(over: Swift.max(0, limit), key: key)
        } catch  where hub.isFinished {}
        try Task.checkCancellation()
    }

    private func evictSurplus<Key: Comparable & Sendable>(
        over limit: Int, key: @escaping @Sendable (Snapshot.Item) -> Key
    ) async throws {
        var subscription = hub.subscribe()
        var current = subscription.snapshot
        var queue = EvictionQueue(current, key: key)
        while true {
            let candidates = queue.popSurplus(over: limit)
            queue.putBack(candidates)
            if !candidates.isEmpty {
                // Other tasks may have changed the source since they were chosen: one whose key has changed stays.
                let outcome = try await evict { count, item in
                    candidates.filter { candidate in
                        item(candidate.id).map { areSameKey(key($0), candidate.rank.key) } ?? false
                    }.prefix(Swift.max(0, count - limit)).map(\.id)
                }
                // From here on, an evicted item that another task inserts again is a change.
                let update = Update(from: current, to: outcome.snapshot)
                if let update { queue.follow(update) }
                current = outcome.snapshot
                subscription = hub.subscribe(since: current)
                // If candidates stay, it is because others have changed them: choose again. Without a change the choice
                // would be the same.
                if update != nil { continue }
            }
            guard let update = await subscription.next() else { return }
            queue.follow(update)
            current = update.after
        }
    }
}

// MARK: - By age

extension EvictableSource {
    /// Removes items when they expire, until the source finishes or the task is cancelled.
    ///
    /// - Parameters:
    ///   - items: The items of this source.
    ///   - clock: The clock that measures the time.
    ///   - end: The time at which an item expires; `nil` means never.
    /// - Throws: `CancellationError` if the task is cancelled.
    func evictExpired<C: Clock>(
        from items: some DerivableSource<ListSnapshot<Snapshot.Item>>,
        on clock: C,
        at end: @escaping @Sendable (Snapshot.Item) -> C.Instant?
    ) async throws {
        try await untilFinished {
            let expired = DerivedSource<ListSnapshot<ExpiredOperator<Snapshot.Item, C.Instant>.Expired>>(
                from: items, timed: ExpiredOperator { item, _ in end(item) }, clock: clock)
            var subscription = await expired.subscribe()
            var gone = Array(subscription.snapshot)
            while true {
                if try await self.remove(gone, expiredOn: clock, end) > 0 {
                    // From here on, a removed item that another task inserts again is a change.
                    subscription = await expired.subscribe()
                    gone = Array(subscription.snapshot)
                    continue
                }
                guard let update = await subscription.next() else { return }
                gone = Array(update.after)
            }
        }
    }

    /// Removes those of `expired` whose expiry has not been postponed since.
    ///
    /// - Returns: The number of items removed.
    private func remove<C: Clock>(
        _ expired: [ExpiredOperator<Snapshot.Item, C.Instant>.Expired],
        expiredOn clock: C,
        _ end: @Sendable (Snapshot.Item) -> C.Instant?
    ) async throws -> Int {
        if expired.isEmpty { return 0 }
        return try await evict { _, item in
            expired.filter { last in
                guard let item = item(last.id), let end = end(item) else { return false }
                // What has expired stays so if the clock is set back. The clock is read after the expiry: one that is
                // "now" has passed.
                return end == last.end || end <= clock.now
            }.map(\.id)
        }.evicted
    }

    /// Runs `body` in a child task, and cancels it when the source finishes.
    ///
    /// A source of what has expired goes on until the last item has expired; this source can finish before.
    ///
    /// - Throws: Any error `body` throws while the source has not finished; `CancellationError` if the task is
    ///   cancelled.
    private func untilFinished(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { @Sendable group in
            group.addTask {
                do {
                    try await body()
                } catch  where self.hub.isFinished {}
            }
            group.addTask { for await _ in self.hub.subscribe() {} }
            try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }
}
