public import Testing

/// Expects that nothing of what `body` makes is left once it has run `cycles` times.
///
/// What `body` makes and wants to see gone it hands to the detector: objects to ``LeakDetector/watch(_:)``, values by
/// ``LeakDetector/token()`` or ``LeakDetector/item(_:)``. What lives when the last cycle has returned is an issue of the
/// calling test, which names the types, how many of how many live, and the first cycle of which something is left. So a
/// leak per cycle reads `1000 of 1000`, and one at the beginning, such as a cache, `1 of 1000`, left of cycle 0.
///
/// ```swift
/// try expectNoLeaks { leaks in
///     let source = leaks.watch(try ListSource([leaks.item(1)]))
///     leaks.watch(source.subscribe())
/// }
/// ```
///
/// - Parameters:
///   - cycles: How often `body` runs.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: One cycle.
/// - Throws: What `body` throws; then nothing is expected.
/// - Complexity: O(cycles) time, and memory for what lives.
public func expectNoLeaks(
    cycles: Int = 1_000,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LeakDetector) throws -> Void
) rethrows {
    let detector = LeakDetector()
    for cycle in 0..<max(0, cycles) {
        detector.cycleBegan(cycle)
        try body(detector)
    }
    expectNothing(left: detector, comment(), sourceLocation)
}

/// Expects that nothing of what `body` makes is left once it has run `cycles` times, one after the other.
///
/// As the form for synchronous code. What `body` starts it has to await, or to let go of in a way that is awaited: this
/// looks at once, and does not wait for tasks it does not know. For tasks that nobody can await there is the form with an
/// executor, and ``Census/falls(to:)``.
///
/// - Parameters:
///   - cycles: How often `body` runs.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: One cycle.
/// - Throws: What `body` throws; then nothing is expected.
/// - Complexity: O(cycles) time, and memory for what lives.
public func expectNoLeaks(
    cycles: Int = 1_000,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LeakDetector) async throws -> Void
) async rethrows {
    let detector = LeakDetector()
    for cycle in 0..<max(0, cycles) {
        detector.cycleBegan(cycle)
        try await body(detector)
    }
    expectNothing(left: detector, comment(), sourceLocation)
}

/// Expects that nothing of what `body` makes is left once it has run `cycles` times and everybody has gone to rest.
///
/// The order is: all cycles, one after the other; then everybody on `executor` goes as far as they can, without time
/// passing, so that tasks that were started and cancelled come to their ends and let go; then it looks. What still sleeps
/// or waits is a leak.
///
/// ```swift
/// try await expectNoLeaks(on: executor) { leaks in
///     let source = leaks.watch(try ListSource([leaks.item(1)]))
///     let task = Task(executorPreference: executor) { await source.subscribe().next() }
///     task.cancel()
/// }
/// ```
///
/// - Parameters:
///   - executor: The executor that runs the caller.
///   - cycles: How often `body` runs.
///   - comment: What the issue is to say besides.
///   - sourceLocation: Where the issue is recorded.
///   - body: One cycle.
/// - Throws: What `body` throws, or `CancellationError` when the task is cancelled; then nothing is expected.
/// - Complexity: O(cycles) time, and memory for what lives.
public func expectNoLeaks(
    on executor: SeededExecutor,
    cycles: Int = 1_000,
    _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LeakDetector) async throws -> Void
) async throws {
    let detector = LeakDetector()
    for cycle in 0..<max(0, cycles) {
        detector.cycleBegan(cycle)
        try await body(detector)
    }
    try await executor.clock.sleep(for: .zero)
    expectNothing(left: detector, comment(), sourceLocation)
}

private func expectNothing(left detector: LeakDetector, _ comment: Comment?, _ sourceLocation: SourceLocation) {
    guard let report = detector.report else { return }
    let besides = comment.map { "\($0.rawValue): " } ?? ""
    Issue.record("\(besides)\(report)", sourceLocation: sourceLocation)
}
