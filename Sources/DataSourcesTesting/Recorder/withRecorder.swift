public import DataSources

/// Runs `body` beside a consumer that asks `subscription` all the time and records what it is given.
///
/// The consumer is a child task. It begins when it is scheduled, so that what `body` commits before may come as one
/// update, and ends with `body`, which gets the recorder to wait and to look:
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
///   - subscription: What to ask; nobody else should.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func withRecorder<Snapshot: SnapshotProtocol, Result>(
    _ subscription: Subscription<Snapshot>,
    _ body: (Recorder<Snapshot>) async throws -> Result
) async rethrows -> Result {
    let recorder = Recorder(subscription)
    async let _: Void = recorder.pullToTheEnd()
    // Leaving the scope cancels the consumer and waits for its end.
    return try await body(recorder)
}

/// Runs `body` beside a consumer that asks a sequence of updates all the time and records what it is given.
///
/// As ``withRecorder(_:_:)`` with a subscription; the sequence has to end when its task is cancelled.
///
/// - Parameters:
///   - updates: What to ask.
///   - snapshot: Where the first update starts.
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
