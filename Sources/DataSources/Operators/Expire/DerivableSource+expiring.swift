extension DerivableSource {
    /// The items of this source until they expire, each at its own time.
    ///
    /// | Upstream | Output |
    /// |---|---|
    /// | insert, delete, move, update of an item that has not expired | the same |
    /// | insert of an item that has already expired | nothing |
    /// | delete, move of an expired item; update that leaves it expired | nothing |
    /// | update that postpones the expiry of an expired item | an insertion |
    /// | nothing, but items expire | deletions; one update for all items that expire at the same time |
    ///
    /// Timed work runs in the consumer's task: a consumer that waits for an update sleeps on `clock` until the next
    /// item expires. Without a consumer nothing runs. The upstream source keeps its expired items; this is a view.
    ///
    /// ```swift
    /// let valid = tickets.expiring(at: \.validUntil)
    /// ```
    ///
    /// The derived source finishes when upstream has finished and no item is left to expire. DynamicData calls this
    /// `ExpireAfter`.
    ///
    /// - Parameters:
    ///   - end: The time at which an item expires; the item is absent from then on. `nil` means never. Called once for
    ///     each item that is inserted or updated.
    ///   - clock: The clock that measures the time.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes and expired items.
    @inlinable
    public func expiring<Item, C: Clock>(
        @OperatorClosure<C.Instant?> at end: @escaping @Sendable (Item) -> C.Instant?,
        clock: C = ContinuousClock()
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        expiring(ExpiredOperator { item, _ in end(item) }, clock)
    }

    /// The items of this source for a lifetime of their own, measured from when this source first saw them or last saw
    /// them change.
    ///
    /// Works like ``expiring(at:clock:)``. This source sees an item when a consumer reads its snapshot or waits for its
    /// update, so the result depends on when that happens. If an item knows when it was created, use
    /// ``expiring(at:clock:)`` instead.
    ///
    /// ```swift
    /// let toasts = messages.expiring { $0.isUrgent ? nil : .seconds(5) }
    /// ```
    ///
    /// - Parameters:
    ///   - clock: The clock that measures the time.
    ///   - lifetime: How long an item stays; `nil` means forever. With zero or less the item never appears; more than
    ///     100 years counts as 100 years.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes and expired items.
    @inlinable
    public func expiring<Item, C: Clock>(
        clock: C = ContinuousClock(),
        @OperatorClosure<C.Duration?> after lifetime: @escaping @Sendable (Item) -> C.Duration?
    ) -> DerivedSource<ListSnapshot<Item>> where Snapshot == ListSnapshot<Item> {
        expiring(ExpiredOperator { item, seen in lifetime(item).map { seen.advanced(byBounded: $0) } }, clock)
    }

    /// The items of this source for a fixed time after this source first saw them or last saw them change.
    ///
    /// Works like the overload with a lifetime for each item.
    ///
    /// - Parameters:
    ///   - lifetime: How long an item stays. Negative counts as zero, more than 100 years as 100 years.
    ///   - clock: The clock that measures the time.
    /// - Returns: The derived source.
    /// - Complexity: O(*k* log *n*) for *k* changes and expired items.
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
                from: self, timed: operation, clock: clock))
    }
}
