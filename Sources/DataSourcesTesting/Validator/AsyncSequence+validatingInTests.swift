#if canImport(Testing)
public import DataSources
public import Testing

extension Subscription where Snapshot: OracleSnapshot {
    /// The same updates, each of them checked against the laws as it passes; whatever breaks one is an issue of the test.
    ///
    /// The first update has to start from ``Subscription/snapshot`` as it is now. For files that import Testing; elsewhere
    /// say where reports go.
    ///
    /// ```swift
    /// for await update in staff.subscribe().validating() { render(update) }
    /// ```
    ///
    /// - Parameters:
    ///   - depth: Which laws to check.
    ///   - sourceLocation: Where issues are recorded: where this is called.
    /// - Returns: The sequence to iterate instead of the subscription.
    public func validating(
        depth: ValidationDepth = .full,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> ValidatedUpdates<Subscription, Snapshot> {
        validating(depth: depth) { Issue.record("\($0)", sourceLocation: sourceLocation) }
    }
}

extension AsyncSequence {
    /// The same updates, each of them checked against the laws as it passes; whatever breaks one is an issue of the test.
    ///
    /// ```swift
    /// for await update in replica.updates.validating(startingAt: replica.start) { render(update) }
    /// ```
    ///
    /// - Parameters:
    ///   - start: The state that the first update has to start from; `nil` when any will do.
    ///   - depth: Which laws to check.
    ///   - sourceLocation: Where issues are recorded: where this is called.
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
