public import DataSources
public import Testing

/// Expects that a consumer that asks continuously receives no update while `body` runs.
///
/// In order: a consumer starts; all tasks settle; `body` runs; `duration` of virtual time passes; all tasks settle; the
/// consumer ends. So the same seed gives the same result, and effects of `body` are never too late, unless they sleep
/// longer than `duration` or leave the executor. An update already pending at the start counts too.
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
/// An update is an issue of the calling test, which says what has changed. So is a subscription that is paused at the
/// end, since it receives nothing in any case.
///
/// - Parameters:
///   - subscription: The subscription to consume; no other task should use it.
///   - executor: The executor that runs the caller.
///   - duration: The virtual time that passes after `body`.
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or `CancellationError` when the task is cancelled; then nothing is checked.
@discardableResult
public func expectNoUpdate<Snapshot: SnapshotProtocol, Result>(
    from subscription: SnapshotSubscription<Snapshot>,
    on executor: SeededExecutor,
    for duration: Duration = .zero,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> Result {
    let (result, updates) = try await updates(from: subscription, on: executor, for: duration, body)
    if !canReceive(subscription, sourceLocation) { return result }
    expectNone(updates, comment(), sourceLocation)
    return result
}

/// Expects that a new subscriber of `source` that asks continuously receives no update while `body` runs.
///
/// - Parameters:
///   - source: The source to subscribe to.
///   - executor: The executor that runs the caller.
///   - duration: The virtual time that passes after `body`.
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, or `CancellationError` when the task is cancelled; then nothing is checked.
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

/// Expects that the commits of `body` have no net effect, for a consumer that asks after `body` has returned.
///
/// Use this form on real threads. A consumer that asked during `body` would see intermediate states on some runs only;
/// this one asks once, for everything that subscribers can see when `body` returns, so its result does not depend on
/// timing. `body` must await its commits, and no other task may commit meanwhile. To see intermediate states, use the
/// form with an executor.
///
/// - Parameters:
///   - subscription: The subscription to consume; no other task should use it.
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
///   - body: The code under test.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws; ``RecorderError`` when the task is cancelled.
@discardableResult
public func expectNoUpdate<Snapshot: SnapshotProtocol, Result>(
    from subscription: SnapshotSubscription<Snapshot>,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Result
) async throws -> Result {
    let result = try await body()
    if !canReceive(subscription, sourceLocation) { return result }
    expectNone(try await Recorder(subscription).record(until: .settled), comment(), sourceLocation)
    return result
}

/// Expects that the commits of `body` to `source` have no net effect, for a consumer that asks after `body` has
/// returned.
///
/// - Parameters:
///   - source: The source to subscribe to, before `body` starts.
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
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

/// The updates that a consumer receives if it asks continuously while `body` runs, in the order of ``expectNoUpdate``.
package func updates<Snapshot: SnapshotProtocol, Result>(
    from subscription: SnapshotSubscription<Snapshot>,
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

/// Whether a subscription receives what is there; if not, an expectation that it received nothing would prove nothing,
/// which is an issue.
private func canReceive<Snapshot>(
    _ subscription: SnapshotSubscription<Snapshot>, _ sourceLocation: SourceLocation
) -> Bool {
    guard subscription.isPaused else { return true }
    let report = "the subscription is paused and receives nothing, so this proves nothing: resume it before the end"
    Issue.record(Comment(rawValue: report), sourceLocation: sourceLocation)
    return false
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
