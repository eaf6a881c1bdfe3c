public import Testing

/// Expects that nothing made by `body` is alive after it has run `cycles` times.
///
/// `body` registers with the detector what must be released: objects with ``LeakDetector/watch(_:)``, values with
/// ``LeakDetector/token()`` or ``LeakDetector/item(_:)``. Whatever is alive after the last cycle is an issue of the
/// calling test, which names the types, how many of how many are alive, and the first cycle with a survivor. So a leak
/// per cycle reads `1000 of 1000`, and one at the start, such as a cache, `1 of 1000`, left of cycle 0.
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
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
///   - body: One cycle.
/// - Throws: What `body` throws; then nothing is checked.
/// - Complexity: O(cycles) time, and memory for live objects.
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

/// Expects that nothing made by `body` is alive after it has run `cycles` times in sequence.
///
/// Works like the synchronous form. `body` must await everything it starts: the check happens at once and does not wait
/// for unknown tasks. For tasks that nobody can await use the form with an executor, or ``Census/falls(to:)``.
///
/// - Parameters:
///   - cycles: How often `body` runs.
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
///   - body: One cycle.
/// - Throws: What `body` throws; then nothing is checked.
/// - Complexity: O(cycles) time, and memory for live objects.
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

/// Expects that nothing made by `body` is alive after it has run `cycles` times and all tasks have settled.
///
/// First all cycles run in sequence; then all tasks on `executor` run as far as they can without time passing, so that
/// cancelled tasks end and release what they hold; then the check happens. Tasks that still sleep or wait are leaks.
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
///   - comment: An additional comment of the issue.
///   - sourceLocation: The location of the issue.
///   - body: One cycle.
/// - Throws: What `body` throws, or `CancellationError` when the task is cancelled; then nothing is checked.
/// - Complexity: O(cycles) time, and memory for live objects.
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
