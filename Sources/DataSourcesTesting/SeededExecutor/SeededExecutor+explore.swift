import Synchronization
import Testing

extension SeededExecutor {
    /// Runs a scenario with many seeds; for the first failure it looks for the shortest failing order, and throws.
    ///
    /// A run fails if its body throws or records an issue, if it deadlocks, or if something escapes from it. Issues of
    /// the body are not reported separately: the thrown error contains them. Outside Swift Testing only errors count.
    ///
    /// The order it looks for has the fewest deviations from first-in first-out and fails in the same way: with the
    /// same type of error, or with an issue in the same line. The error says whether shorter orders are ruled out, and
    /// whether the failure is reproducible at all. An ``Escape`` is not shrunk. The error names one order to run again:
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
    /// The body must not share state between runs, or they depend on one another.
    ///
    /// - Parameters:
    ///   - seeds: The seeds to try, in this order.
    ///   - reruns: The maximal number of reruns to shrink the order of a failure; 0 disables shrinking.
    ///   - escapes: Whether an escape makes a run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    ///   - fileID: The location, for the report.
    ///   - line: The location, for the report.
    ///   - body: The scenario.
    /// - Throws: ``FailedSchedule`` for the first seed that fails.
    /// - Complexity: As many runs as there are seeds; `reruns` more if one fails.
    public static func explore(
        seeds: some Sequence<UInt64>,
        reruns: Int = 1_000,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) throws(FailedSchedule) {
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
            throw FailedSchedule(
                seed: seed,
                seedsTried: seedsTried,
                failure: failure.text,
                original: first.schedule,
                originalSteps: first.steps,
                isReproducible: found.isReproducible,
                schedule: found.best.schedule,
                steps: found.best.steps,
                shrunkFailure: found.best.failure ?? failure.text,
                reruns: found.reruns,
                isMinimal: found.isMinimal,
                escapes: escapes,
                patience: patience,
                fileID: fileID,
                line: line
            )
        }
    }

    /// The failure of a run.
    struct Failure: Sendable {
        /// Equal for failures that count as the same.
        let kind: String
        let text: String
        let isEscape: Bool
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
            return issues.failure ?? Failure(kind: "requirement", text: "\(error)", isEscape: false)
        } catch {
            let kind = String(reflecting: type(of: error))
            let story =
                (error as? Deadlock)?.story ?? (error as? Escape)?.story ?? (error as? FailedSchedule)?.story
                ?? "\(error)"
            let text = [issues.failure?.text, story].compactMap(\.self).joined(separator: "\n")
            return Failure(kind: issues.failure?.kind ?? kind, text: text, isEscape: error is Escape)
        }
    }

    /// The issues recorded in a run.
    private final class RecordedIssues: Sendable {
        private let issues = Mutex<[Issue]>([])

        /// Keeps an issue that is a failure; warnings go their way, known issues have been dealt with.
        ///
        /// Swift Testing says which is which since Swift 6.3. Before, every issue counts as a failure.
        @Sendable func take(_ issue: Issue) -> Issue? {
            #if compiler(>=6.3)
            if !issue.isFailure { return issue.severity < .error ? issue : nil }
            #endif
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
            return Failure(kind: "issue at \(place)", text: (text + more).joined(separator: "\n"), isEscape: false)
        }
    }
}
