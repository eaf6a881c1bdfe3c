extension ListSource {
    /// Removes items from this source when they expire, until the source finishes or the task is cancelled.
    ///
    /// It runs in the caller's task. It sleeps on `clock` until the next item expires; a change of the source wakes it.
    /// All items that have expired are removed in one transaction. Inside the transaction `end` is called once more, so
    /// an item whose expiry was postponed meanwhile stays.
    ///
    /// ```swift
    /// try await withThrowingTaskGroup { group in
    ///     group.addTask { try await cache.removeExpired { $0.deadline } }
    ///     ...
    /// }
    /// ```
    ///
    /// | Source | What happens |
    /// |---|---|
    /// | insert or update of an item that has already expired | it is removed in the next transaction |
    /// | update that postpones an expiry | the item stays until its new expiry |
    /// | delete, move of an item | nothing |
    /// | nothing, but items expire | they are removed, those of one time in one transaction |
    ///
    /// To hide expired items and keep them in the source, use ``DerivableSource/expiring(at:clock:)``. While it runs, it
    /// keeps the source alive. DynamicData calls this `ExpireAfter`.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the time.
    ///   - end: The time at which an item expires; `nil` means never.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and expired items.
    public nonisolated func removeExpired<C: Clock>(
        clock: C = ContinuousClock(),
        at end: @escaping @Sendable (Item) -> C.Instant?
    ) async throws {
        try await untilFinished {
            let expired = DerivedSource<ListSnapshot<ExpiredOperator<Item, C.Instant>.Expired>>(
                from: self, through: ExpiredOperator { item, _ in end(item) }, clock: clock)
            var subscription = await expired.subscribe()
            var ids = subscription.snapshot.map(\.id)
            while true {
                if try await self.remove(ids, expiredAt: clock.now, end) > 0 {
                    // From here on, a removed item that another task inserts again is a change.
                    subscription = await expired.subscribe()
                    ids = subscription.snapshot.map(\.id)
                    continue
                }
                guard let update = await subscription.next() else { return }
                ids = update.after.map(\.id)
            }
        }
    }

    /// Removes those of `ids` whose items have expired.
    ///
    /// - Returns: The number of items removed.
    private nonisolated func remove<Instant: Comparable & Sendable>(
        _ ids: [Item.ID],
        expiredAt now: Instant,
        _ end: @Sendable (Item) -> Instant?
    ) async throws -> Int {
        if ids.isEmpty { return 0 }
        let (removed, _) = try await transaction { draft in
            let due = ids.filter { id in
                guard let item = draft[id: id], let end = end(item) else { return false }
                return end <= now
            }
            return try draft.remove(ids: due).count
        }
        return removed
    }

    /// Runs `body` in a child task, and cancels it when the source finishes.
    ///
    /// - Throws: Any error `body` throws while the source has not finished; `CancellationError` if the task is
    ///   cancelled.
    nonisolated func untilFinished(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                do {
                    try await body()
                } catch  where self.hub.isFinished {}
            }
            group.addTask { for await _ in self.subscribe() {} }
            try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }
}
