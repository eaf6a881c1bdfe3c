extension DerivableSource {
    /// The items of this source until they expire, each at a time of its own.
    ///
    /// | Upstream | What comes out |
    /// |---|---|
    /// | insert, delete, move, update of an item that has not expired | the same |
    /// | insert of an item that expired before; anything with an item that has | nothing |
    /// | update that puts the time off, of an item that has expired | an insertion |
    /// | nothing, but an item's time comes | a deletion; of all whose time comes at once one update |
    ///
    /// Time passes for those who ask: who waits for an update sleeps on `clock` until the next item expires, in its own
    /// task, and nothing runs while nobody asks. The source keeps what has expired; this is a view.
    ///
    /// ```swift
    /// let valid = tickets.expiring(at: \.validUntil)
    /// ```
    ///
    /// It finishes when the source has and the last item that is to expire has expired. DynamicData's `ExpireAfter`.
    ///
    /// - Parameters:
    ///   - end: When an item expires: from that time on it is not there; `nil` for never. Called once for each item that
    ///     is inserted or updated.
    ///   - clock: What the time is on.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes and items that expire.
    @inlinable
    public func expiring<Item, C: Clock>(
        at end: @escaping @Sendable (Item) -> C.Instant?,
        clock: C = ContinuousClock()
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        expiring(ExpiredOperator { item, _ in end(item) }, clock)
    }

    /// The items of this source for as long as `lifetime` says, from when they were first seen here.
    ///
    /// As the other `expiring`. An item is seen when somebody asks for this source, or waits for it, and begins anew when
    /// it changes: its state depends on the way. Where an item knows when it came, say so with `expiring(at:)`.
    ///
    /// ```swift
    /// let toasts = messages.expiring { $0.isUrgent ? nil : .seconds(5) }
    /// ```
    ///
    /// - Parameters:
    ///   - clock: What the time is on.
    ///   - lifetime: For how long an item is there; `nil` without end. With less than zero, as with zero, it is not there at
    ///     all; more than 100 years counts as 100 years.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes and items that expire.
    @inlinable
    public func expiring<Item, C: Clock>(
        clock: C = ContinuousClock(),
        after lifetime: @escaping @Sendable (Item) -> C.Duration?
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        expiring(ExpiredOperator { item, seen in lifetime(item).map { seen.advanced(byBounded: $0) } }, clock)
    }

    /// The items of this source for a time, from when they were first seen here or last changed.
    ///
    /// As the other `expiring`, with the same lifetime for all.
    ///
    /// - Parameters:
    ///   - lifetime: For how long an item is there; less than zero counts as zero, more than 100 years as 100 years.
    ///   - clock: What the time is on.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes and items that expire.
    @inlinable
    public func expiring<Item, C: Clock>(
        after lifetime: C.Duration,
        clock: C = ContinuousClock()
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        expiring(clock: clock) { _ in lifetime }
    }

    @inlinable
    func expiring<Item, C: Clock>(
        _ operation: consuming ExpiredOperator<Item, C.Instant>,
        _ clock: C
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        subtracting(
            DerivedSource<ListSnapshot<ExpiredOperator<Item, C.Instant>.Expired>>(
                from: self, through: operation, clock: clock))
    }
}
