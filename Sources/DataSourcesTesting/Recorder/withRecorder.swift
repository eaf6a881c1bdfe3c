public import DataSources

/// Runs `body` beside a consumer that reads `subscription` continuously and records its updates.
///
/// The consumer is a child task. It starts when it is scheduled, so the earlier commits of `body` may arrive as one
/// update, and ends with `body`. `body` gets the recorder, to wait for conditions and to inspect:
///
/// ```swift
/// try await withRecorder(staff.subscribe()) { recorder in
///     let receipt = try await staff.append(carol)
///     try await recorder.record(until: .version(receipt))
///     #expect(recorder.snapshot.last == carol)
/// }
/// ```
///
/// - Parameters:
///   - subscription: The subscription to consume; no other task should use it.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withRecorder<Snapshot: SnapshotProtocol, Result>(
    _ subscription: SnapshotSubscription<Snapshot>,
    _ body: (Recorder<Snapshot>) async throws -> Result
) async rethrows -> Result {
    let recorder = Recorder(subscription)
    async let _: Void = recorder.pullToTheEnd()
    // Leaving the scope cancels the consumer and waits for its end.
    return try await body(recorder)
}

/// Runs `body` beside a consumer that reads a sequence of updates continuously and records them.
///
/// Works like ``withRecorder(_:_:)`` with a subscription; the sequence must end when its task is cancelled.
///
/// - Parameters:
///   - updates: The sequence to consume.
///   - snapshot: The state before the first update.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withRecorder<Snapshot: SnapshotProtocol, Updates: AsyncSequence, Result>(
    _ updates: sending Updates,
    startingWith snapshot: Snapshot = Snapshot(),
    _ body: (Recorder<Snapshot>) async throws -> Result
) async rethrows -> Result
where Updates.Element == Update<Snapshot>, Updates.AsyncIterator: SendableMetatype {
    let recorder = Recorder(updates, startingWith: snapshot)
    async let _: Void = recorder.pullToTheEnd()
    return try await body(recorder)
}
