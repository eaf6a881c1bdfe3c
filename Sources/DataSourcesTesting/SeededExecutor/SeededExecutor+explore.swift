import Synchronization
import Testing

extension SeededExecutor {
    /// Runs a scenario with many seeds; for the first failure it looks for the shortest failing order, and fails.
    ///
    /// A run fails if its body throws or records an issue, if it deadlocks, or if something escapes from it. Outside
    /// Swift Testing only errors count.
    ///
    /// In a test, a failed expectation of the body is recorded where it stands, with its values in the shortest order.
    /// Its comment is the description of the ``FailedSchedule``: the order, the names of the tasks in it, and the line
    /// that runs it again. Other failures are thrown as a ``FailedSchedule``. To get the failure as a value, use
    /// ``firstFailure(seeds:reruns:escapes:patience:fileID:line:_:)``.
    ///
    /// The order it looks for has the fewest deviations from first-in first-out and fails in the same way: with the
    /// same type of error, or with an issue in the same line. The report says whether shorter orders are ruled out, and
    /// whether the failure is reproducible at all. An ``Escape`` is not shrunk. The report names one order to run again:
    /// the shortest, verified by one more run.
    ///
    /// An exploration blocks the actor it is called on until it ends. On the main actor, the body's work there is part
    /// of each run; a body that waits for another actor that the exploration is called on gets a ``Deadlock``, which
    /// says so.
    ///
    /// ```swift
    /// @Test(arguments: [0..<500, 500..<1_000])                         // the two run in parallel
    /// func `a transfer keeps the sum`(seeds: Range<UInt64>) throws {
    ///     try SeededExecutor.explore(seeds: seeds) { executor in
    ///         let bank = Bank(accounts: 2, each: 100)
    ///         async let there: Void = bank.transfer(10, from: 0, to: 1)
    ///         async let back: Void = bank.transfer(20, from: 1, to: 0)
    ///         _ = await (there, back)
    ///         #expect(await bank.sum == 200)
    ///     }
    /// }
    /// // ... To see it again: SeededExecutor.run(schedule: "7:1") { executor in ... }
    /// ```
    ///
    /// The body must not share state between runs, or they depend on one another. Its fakes call ``suspend()`` where the
    /// real functions wait: one that returns at once hides bugs.
    ///
    /// - Parameters:
    ///   - seeds: The seeds to try, in this order.
    ///   - reruns: The maximal number of reruns to shrink the order of a failure; 0 disables shrinking.
    ///   - escapes: Whether an escape makes a run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    ///   - fileID: The location, for the report.
    ///   - line: The location, for the report.
    ///   - body: The scenario.
    /// - Throws: ``FailedSchedule`` for the first seed that fails; where that was recorded as an issue, the error of a
    ///   failed `#require`, which Swift Testing does not report again.
    /// - Complexity: As many runs as there are seeds; `reruns` more if one fails.
    public static func explore(
        seeds: some Sequence<UInt64>,
        reruns: Int = 1_000,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) throws {
        let found = firstFailure(
            seeds: seeds, reruns: reruns, escapes: escapes, patience: patience, fileID: fileID, line: line, body
        )
        guard let found else { return }
        // Within another run, only the whole says how to see it again.
        if found.isExpectation, found.isReproducible, Test.current != nil, RunThread.executor == nil {
            let again = SeededExecutor(schedule: found.schedule, escapes: escapes, patience: patience)
            if try again.reports(found, of: body) { throw try expectationFailed }
        }
        throw found
    }

    /// The first failure of a scenario with many seeds, and the shortest order that fails in the same way.
    ///
    /// Works like ``explore(seeds:reruns:escapes:patience:fileID:line:_:)``, but records and throws nothing.
    ///
    /// ```swift
    /// let failed = try #require(SeededExecutor.firstFailure(seeds: 0..<1_000) { executor in ... })
    /// #expect(failed.isMinimal)
    /// ```
    ///
    /// - Parameters:
    ///   - seeds: The seeds to try, in this order.
    ///   - reruns: The maximal number of reruns to shrink the order of a failure; 0 disables shrinking.
    ///   - escapes: Whether an escape makes a run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    ///   - fileID: The location, for the report.
    ///   - line: The location, for the report.
    ///   - body: The scenario.
    /// - Returns: The failure; `nil` if no run fails.
    /// - Complexity: As many runs as there are seeds; `reruns` more if one fails.
    public static func firstFailure(
        seeds: some Sequence<UInt64>,
        reruns: Int = 1_000,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) -> FailedSchedule? {
        let caller = MainActorHook.caller
        var seedsTried = 0
        for seed in seeds {
            seedsTried += 1
            let first = SeededExecutor(seed: seed, escapes: escapes, patience: patience)
            guard let failure = first.failure(of: body, fileID: fileID, line: line, for: caller) else { continue }
            let search = Search(
                body: body,
                kind: failure.kind,
                escapes: escapes,
                patience: patience,
                caller: caller,
                steps: first.steps,
                fileID: fileID,
                line: line
            )
            let found = search.shortest(
                from: first.schedule,
                failure: failure.text,
                reruns: failure.isEscape ? 0 : reruns
            )
            return FailedSchedule(
                seed: seed,
                seedsTried: seedsTried,
                failure: failure.text,
                original: first.schedule,
                originalSteps: first.steps,
                isReproducible: found.isReproducible,
                schedule: found.best.schedule,
                overtakings: found.overtakings,
                steps: found.best.steps,
                shrunkFailure: found.best.failure ?? failure.text,
                reruns: found.reruns,
                isMinimal: found.isMinimal,
                isExpectation: failure.isExpectation,
                escapes: escapes,
                patience: patience,
                fileID: fileID,
                line: line
            )
        }
        return nil
    }

    /// Runs the order of a failure once more and lets the issues pass, the first one with the whole report.
    ///
    /// - Returns: Whether there was an issue.
    private func reports(
        _ found: FailedSchedule, of body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) throws -> Bool {
        let hasReported = Mutex(false)
        // What is in between hides the caller.
        let caller = MainActorHook.caller
        do {
            try IssueScope.mapping(
                { issue in
                    guard issue.countsAsFailure else { return issue.isWarning ? issue : nil }
                    let isFirst = hasReported.withLock { hasReported in
                        defer { hasReported = true }
                        return !hasReported
                    }
                    var issue = issue
                    if isFirst { issue.comments.append(Comment(rawValue: found.description)) }
                    return issue
                },
                in: { try self.run(fileID: found.fileID, line: found.line, for: caller, isTrial: true, body) }
            )
        } catch {
            // A failed `#require`, or what follows from the issue.
        }
        return hasReported.withLock { $0 }
    }

    /// The error of an expectation that has failed, which Swift Testing takes for reported.
    private static var expectationFailed: any Error {
        get throws {
            let failed = Mutex<(any Error)?>(nil)
            try IssueScope.mapping({ _ in nil }) {
                do { try #require(Bool(false)) } catch { failed.withLock { $0 = error } }
            }
            return failed.withLock { $0 } ?? CancellationError()
        }
    }

    /// The failure of a run.
    struct Failure: Sendable {
        /// Equal for failures that count as the same.
        let kind: String
        let text: String
        var isEscape = false
        /// Whether it is an issue in a line of the scenario.
        var isExpectation = false
    }

    /// Runs a scenario and returns its failure, if it failed.
    func failure(
        of body: @escaping @Sendable (SeededExecutor) async throws -> Void,
        fileID: String,
        line: Int,
        for caller: RunCaller
    ) -> Failure? {
        let issues = RecordedIssues()
        do {
            try IssueScope.mapping(
                issues.take,
                in: { try self.run(fileID: fileID, line: line, for: caller, isTrial: true, body) }
            )
            return issues.failure
        } catch let error as ExpectationFailedError {
            return issues.failure ?? Failure(kind: "requirement", text: "\(error)")
        } catch {
            let kind = String(reflecting: type(of: error))
            let story =
                (error as? Deadlock)?.story ?? (error as? Escape)?.story ?? (error as? FailedSchedule)?.story
                ?? "\(error)"
            let text = [issues.failure?.text, story].compactMap(\.self).joined(separator: "\n")
            return Failure(
                kind: issues.failure?.kind ?? kind, text: text, isEscape: error is Escape,
                isExpectation: issues.failure?.isExpectation ?? false
            )
        }
    }

    /// The issues recorded in a run.
    private final class RecordedIssues: Sendable {
        private let issues = Mutex<[Issue]>([])

        /// Keeps an issue that is a failure; warnings go their way, known issues have been dealt with.
        @Sendable func take(_ issue: Issue) -> Issue? {
            guard issue.countsAsFailure else { return issue.isWarning ? issue : nil }
            issues.withLock { $0.append(issue) }
            return nil
        }

        var failure: Failure? {
            let issues = issues.withLock { $0 }
            guard let first = issues.first else { return nil }
            let text = issues.prefix(10).map { issue in
                let place = issue.sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
                return place + ([issue.kind.description] + issue.comments.map(\.rawValue)).joined(separator: "; ")
            }
            let place = first.sourceLocation.map { "\($0.fileID):\($0.line)" } ?? "\(first.kind)"
            let more = issues.count > 10 ? ["and \(issues.count - 10) more issues"] : []
            return Failure(
                kind: "issue at \(place)", text: (text + more).joined(separator: "\n"),
                isExpectation: first.sourceLocation != nil
            )
        }
    }
}

extension Issue {
    /// Whether it makes a test fail: it is neither a warning nor a known issue.
    ///
    /// Swift Testing says so since Swift 6.3. Before, every issue counts as a failure.
    fileprivate var countsAsFailure: Bool {
        #if compiler(>=6.3)
        isFailure
        #else
        true
        #endif
    }

    fileprivate var isWarning: Bool {
        #if compiler(>=6.3)
        severity < .error
        #else
        false
        #endif
    }
}
