import DataSources

extension Replica {
    /// Waits until the replica shows the newest state that its source has sent.
    ///
    /// It needs a task that follows the source: ``run(backoff:clock:connecting:)``. It returns immediately if the replica
    /// is live, and waits through lost connections. Commands that are on their way may be part of the state.
    ///
    /// ```swift
    /// let board = try await replica.synced(within: .seconds(10))
    /// ```
    ///
    /// - Parameters:
    ///   - timeout: How long to wait; `nil` waits without a limit.
    ///   - clock: The clock that measures the time.
    /// - Returns: The state; the last one, if the source has finished.
    /// - Throws: `TimeoutError` when the time has passed, with the last status; ``WireError`` if the replica is refused for
    ///   good; `CancellationError` if the task is cancelled.
    @discardableResult
    public nonisolated func synced(
        within timeout: Duration? = nil, clock: some Clock<Duration> = ContinuousClock()
    ) async throws -> Snapshot {
        let status =
            if let timeout {
                try await status.firstValue(within: timeout, clock: clock) { $0.isSynced }
            } else {
                await status.firstValue { $0.isSynced }
            }
        if case .failed(let failure) = status { throw failure.error }
        // The status has a value until it finishes, and the last one is `finished`.
        if status == nil { throw CancellationError() }
        return snapshot
    }
}

extension SourceStatus {
    /// Whether waiting for the source's state is over.
    fileprivate var isSynced: Bool {
        switch self {
        case .ready, .failed, .finished: true
        case .loading, .stale: false
        }
    }
}
