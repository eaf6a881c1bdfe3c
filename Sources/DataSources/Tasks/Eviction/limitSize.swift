extension ListSource {
    /// Keeps this source at `limit` items by removing the oldest ones, until the source finishes or the task is
    /// cancelled.
    ///
    /// The oldest item is the one that was inserted first; an update or a move does not make an item younger. The items
    /// that are there when it starts are the oldest, in the order of the list.
    ///
    /// It runs in the caller's task. After a change that leaves too many items, it removes the surplus in one
    /// transaction, so subscribers can see more than `limit` items for a moment.
    ///
    /// ```swift
    /// try await withThrowingTaskGroup { group in
    ///     group.addTask { try await cache.limitSize(to: 1000) }
    ///     ...
    /// }
    /// ```
    ///
    /// To limit a view and keep the source, use `newest(_:)`. While it runs, it keeps the source
    /// alive. DynamicData calls this `LimitSizeTo`.
    ///
    /// - Parameter limit: The number of items to keep; a negative one counts as zero.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and removed items.
    public nonisolated func limitSize(to limit: Int) async throws {
        try await limitSize(to: limit) { _ in 0 }
    }

    /// Keeps this source at `limit` items by removing the ones with the lowest keys, until the source finishes or the
    /// task is cancelled.
    ///
    /// It works as ``limitSize(to:)`` does. Of items with equal keys, the oldest goes first. An update that changes an
    /// item's key counts. Keys that do not equal themselves, such as NaN, come last.
    ///
    /// ```swift
    /// try await cache.limitSize(to: 1000, evictingLowest: \.lastUsed)
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The number of items to keep; a negative one counts as zero.
    ///   - key: The key of an item.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and removed items.
    public nonisolated func limitSize<Key: Comparable & Sendable>(
        to limit: Int,
        evictingLowest key: @escaping @Sendable (Item) -> Key
    ) async throws {
        try await evict(downTo: limit, key: key)
    }
}

extension SectionedSource {
    /// Keeps this source at `limit` items by removing the oldest ones, until the source finishes or the task is
    /// cancelled.
    ///
    /// The oldest item is the one that was inserted first; an update or a move does not make an item younger. The items
    /// that are there when it starts are the oldest, in the order of the sections.
    /// Sections stay, also empty ones.
    ///
    /// It runs in the caller's task. After a change that leaves too many items, it removes the surplus in one
    /// transaction, so subscribers can see more than `limit` items for a moment.
    ///
    /// ```swift
    /// try await withThrowingTaskGroup { group in
    ///     group.addTask { try await cache.limitSize(to: 1000) }
    ///     ...
    /// }
    /// ```
    ///
    /// To limit a view and keep the source, use `prefix(perSection:)`. While it runs, it keeps the source
    /// alive. DynamicData calls this `LimitSizeTo`.
    ///
    /// - Parameter limit: The number of items to keep; a negative one counts as zero.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and removed items.
    public nonisolated func limitSize(to limit: Int) async throws {
        try await limitSize(to: limit) { _ in 0 }
    }

    /// Keeps this source at `limit` items by removing the ones with the lowest keys, until the source finishes or the
    /// task is cancelled.
    ///
    /// It works as ``limitSize(to:)`` does. Of items with equal keys, the oldest goes first. An update that changes an
    /// item's key counts. Keys that do not equal themselves, such as NaN, come last.
    ///
    /// ```swift
    /// try await cache.limitSize(to: 1000, evictingLowest: \.lastUsed)
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The number of items to keep; a negative one counts as zero.
    ///   - key: The key of an item.
    /// - Throws: `CancellationError` if the task is cancelled.
    /// - Complexity: O(*k* log *n*) for *k* changed and removed items.
    public nonisolated func limitSize<Key: Comparable & Sendable>(
        to limit: Int,
        evictingLowest key: @escaping @Sendable (Item) -> Key
    ) async throws {
        try await evict(downTo: limit, key: key)
    }
}
