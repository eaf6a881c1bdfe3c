public import DataSources
public import Testing

/// Expects that a consumer that asks all the time is given no update while `body` runs.
///
/// The order is: a consumer begins to ask; everybody goes as far as they can; `body`; `duration` of virtual time passes;
/// everybody goes as far as they can; the consumer ends. So the same seed gives the same answer, and nothing that `body`
/// has started comes too late, unless it sleeps longer than `duration` or leaves the executor. An update that is on the
/// way already when this begins counts too.
///
/// ```swift
/// try await expectNoUpdate(from: staff, on: executor) {
///     try await staff.transaction { list in
///         try list.append(carol)
///         try list.remove(id: carol.id)
///     }
/// }
/// ```
///
/// An update that comes is an issue of the calling test, which says what has changed.
///
/// - Parameters:
///   - subscription: What to ask; nobody else should.
///   - executor: The executor that runs the caller.
///   - duration: How much virtual time passes after `body`.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or `CancellationError` when the task is cancelled; then nothing is expected.
@discardableResult
public func expectNoUpdate<Snapshot: SnapshotProtocol, Result>(
    from subscription: Subscription<Snapshot>,
    on executor: SeededExecutor,
    for duration: Duration = .zero,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> Result {
    let (result, updates) = try await updates(from: subscription, on: executor, for: duration, body)
    expectNone(updates, comment(), sourceLocation)
    return result
}

/// Expects that a new subscriber of `source` that asks all the time is given no update while `body` runs.
///
/// - Parameters:
///   - source: Whom to subscribe to.
///   - executor: The executor that runs the caller.
///   - duration: How much virtual time passes after `body`.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or `CancellationError` when the task is cancelled; then nothing is expected.
@discardableResult
public func expectNoUpdate<Result>(
    from source: some DataSource,
    on executor: SeededExecutor,
    for duration: Duration = .zero,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> Result {
    try await expectNoUpdate(
        from: await source.subscribe(),
        on: executor,
        for: duration,
        comment(),
        sourceLocation: sourceLocation,
        body
    )
}

/// Expects that what `body` commits comes to nothing, for a consumer that asks once `body` has returned.
///
/// This is the form for real threads. A consumer that asked beside `body` would see what comes and goes in between on
/// some runs and not on others; this one asks once, for everything that subscribers may see when `body` returns, and so
/// its answer does not depend on who is faster. It needs that `body` awaits what it commits, and that nobody else
/// commits meanwhile. To see what comes and goes in between, use the form with an executor.
///
/// - Parameters:
///   - subscription: What to ask; nobody else should.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; ``RecorderError`` when the task is cancelled.
@discardableResult
public func expectNoUpdate<Snapshot: SnapshotProtocol, Result>(
    from subscription: Subscription<Snapshot>,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> Result {
    let result = try await body()
    expectNone(try await Recorder(subscription).record(until: .settled), comment(), sourceLocation)
    return result
}

/// Expects that what `body` commits to `source` comes to nothing, for a consumer that asks once `body` has returned.
///
/// - Parameters:
///   - source: Whom to subscribe to, before `body` begins.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; ``RecorderError`` when the task is cancelled.
@discardableResult
public func expectNoUpdate<Result>(
    from source: some DataSource,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> Result {
    try await expectNoUpdate(from: await source.subscribe(), comment(), sourceLocation: sourceLocation, body)
}

/// What a consumer is given that asks all the time while `body` runs, in the order of ``expectNoUpdate``.
package func updates<Snapshot: SnapshotProtocol, Result>(
    from subscription: Subscription<Snapshot>,
    on executor: SeededExecutor,
    for duration: Duration = .zero,
    _ body: () async throws -> Result
) async throws -> (result: Result, updates: [Update<Snapshot>]) {
    try await withRecorder(subscription) { recorder in
        try await executor.clock.sleep(for: .zero)
        let result = try await body()
        if duration > .zero { try await executor.clock.sleep(for: duration) }
        try await executor.clock.sleep(for: .zero)
        return (result, recorder.updates)
    }
}

private func expectNone<Snapshot>(
    _ updates: [Update<Snapshot>],
    _ comment: Comment?,
    _ sourceLocation: SourceLocation
) {
    guard let first = updates.first else { return }
    let count = updates.count == 1 ? "was an update" : "were \(updates.count) updates"
    let others = updates.dropFirst().map { "\n\($0)" }.joined()
    let besides = comment.map { "\($0.rawValue): " } ?? ""
    let report = "\(besides)expected no update, but there \(count): \(first)\(others)"
    Issue.record(Comment(rawValue: report), sourceLocation: sourceLocation)
}
