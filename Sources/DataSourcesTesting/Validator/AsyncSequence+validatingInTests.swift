#if canImport(Testing)
public import DataSources
public import Testing

extension SnapshotSubscription where Snapshot: OracleSnapshot {
    /// The same updates, each checked against the laws; violations are issues of the test.
    ///
    /// The first update must start from the current ``SnapshotSubscription/snapshot``. For files that import Testing; elsewhere
    /// pass a `report` closure.
    ///
    /// ```swift
    /// for await update in staff.subscribe().validating() { render(update) }
    /// ```
    ///
    /// - Parameters:
    ///   - depth: The laws to check.
    ///   - sourceLocation: The location of issues: by default that of the call.
    /// - Returns: The sequence to iterate instead of the subscription.
    public func validating(
        depth: ValidationDepth = .full,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> ValidatedUpdates<SnapshotSubscription, Snapshot> {
        validating(depth: depth) { Issue.record("\($0)", sourceLocation: sourceLocation) }
    }
}

extension AsyncSequence {
    /// The same updates, each checked against the laws; violations are issues of the test.
    ///
    /// ```swift
    /// for await update in replica.updates.validating(startingAt: replica.start) { render(update) }
    /// ```
    ///
    /// - Parameters:
    ///   - start: The state that the first update must start from; `nil` for any.
    ///   - depth: The laws to check.
    ///   - sourceLocation: The location of issues: by default that of the call.
    /// - Returns: The sequence to iterate instead.
    public func validating<Snapshot: OracleSnapshot>(
        startingAt start: Snapshot?,
        depth: ValidationDepth = .full,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> ValidatedUpdates<Self, Snapshot> where Element == Update<Snapshot> {
        validating(startingAt: start, depth: depth) { Issue.record("\($0)", sourceLocation: sourceLocation) }
    }
}
#endif
