public import DataSources

extension SnapshotSubscription where Snapshot: OracleSnapshot {
    /// The same updates, each checked against the laws; violations go to `report`.
    ///
    /// The first update must start from the current ``SnapshotSubscription/snapshot``.
    ///
    /// ```swift
    /// let updates = staff.subscribe().validating(depth: .links) { logger.fault("\($0)") }
    /// ```
    ///
    /// In production consider ``ValidationDepth``: a full check is O(*n* log *n*) for every update.
    ///
    /// - Parameters:
    ///   - depth: The laws to check.
    ///   - report: Called in the consuming task for every violation, before the update is delivered; on the consumer's
    ///     actor only for ``ValidationDepth/links``.
    /// - Returns: The sequence to iterate instead of the subscription.
    public func validating(
        depth: ValidationDepth = .full,
        report: @escaping @Sendable (LawViolation) -> Void
    ) -> ValidatedUpdates<SnapshotSubscription, Snapshot> {
        ValidatedUpdates(self, startingAt: snapshot, depth: depth, report: report)
    }
}

extension AsyncSequence {
    /// The same updates, each checked against the laws; violations go to `report`.
    ///
    /// For any sequence of updates: an `AsyncStream`, a network connection, a sequence made by hand in a test.
    ///
    /// - Parameters:
    ///   - start: The state that the first update must start from; `nil` for any.
    ///   - depth: The laws to check.
    ///   - report: Called in the consuming task for every violation, before the update is delivered; on the consumer's
    ///     actor only for ``ValidationDepth/links``.
    /// - Returns: The sequence to iterate instead.
    public func validating<Snapshot: OracleSnapshot>(
        startingAt start: Snapshot?,
        depth: ValidationDepth = .full,
        report: @escaping @Sendable (LawViolation) -> Void
    ) -> ValidatedUpdates<Self, Snapshot> where Element == Update<Snapshot> {
        ValidatedUpdates(self, startingAt: start, depth: depth, report: report)
    }
}
