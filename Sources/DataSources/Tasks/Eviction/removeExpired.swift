extension ListSource {
    /// Removes items from this source when they expire, until the source finishes or the task is cancelled.
    ///
    /// It runs in the caller's task. It sleeps on `clock` until the next item expires; a change of the source wakes it.
    /// All items that have expired are removed in one transaction. Inside the transaction `end` is called once more, so
    /// an item whose expiry was postponed meanwhile stays. An item that has expired is removed even if the clock is set back
    /// meanwhile.
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
    ///   - end: The time at which an item expires; `nil` means never. It must give the same answer for equal items: it is
    ///     not asked again before the item changes or expires.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and expired items.
    public nonisolated func removeExpired<C: Clock>(
        clock: C = ContinuousClock(),
        at end: @escaping @Sendable (Item) -> C.Instant?
    ) async throws {
        try await evictExpired(from: self, on: clock, at: end)
    }
}

extension SectionedSource {
    /// Removes items from this source when they expire, until the source finishes or the task is cancelled.
    ///
    /// Sections stay, also empty ones. It runs in the caller's task. It sleeps on `clock` until the next item expires; a change of the source wakes it.
    /// All items that have expired are removed in one transaction. Inside the transaction `end` is called once more, so
    /// an item whose expiry was postponed meanwhile stays. An item that has expired is removed even if the clock is set back
    /// meanwhile.
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
    /// To hide expired items and keep them in the source, flatten it and use ``DerivableSource/expiring(at:clock:)``. While it runs, it
    /// keeps the source alive. DynamicData calls this `ExpireAfter`.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the time.
    ///   - end: The time at which an item expires; `nil` means never. It must give the same answer for equal items: it is
    ///     not asked again before the item changes or expires.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and expired items.
    public nonisolated func removeExpired<C: Clock>(
        clock: C = ContinuousClock(),
        at end: @escaping @Sendable (Item) -> C.Instant?
    ) async throws {
        try await evictExpired(from: flattened(), on: clock, at: end)
    }
}
