import DataSourcesTesting
import Dispatch
import TestKit
import Testing

struct `Exploring seeds` {
    typealias FailedSchedule = SeededExecutor.FailedSchedule

    @Test func `every seed is run once, in order, when none fails`() throws {
        let seeds = Shared<[UInt64]>([])
        try SeededExecutor.explore(seeds: 5..<30) { executor in
            seeds.change { $0.append(executor.seed!) }
            #expect(executor.seed != nil)
        }
        #expect(seeds.value == Array(5..<30))
    }

    /// Four tasks that must not run in just the opposite order: one seed in 24 makes it, at least three overtakings do.
    @Test func `a rare bug is found and shrunk to the fewest overtakings that make it`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, Self.reversal)
        let failed = try #require(found)
        #expect(failed.seedsTried == Int(failed.seed) + 1)
        #expect(failed.original.deviations.count >= 3)
        #expect(failed.schedule.deviations.map(\.choice) == [3, 2, 1])
        #expect(failed.isMinimal)
        #expect(failed.isReproducible)
        #expect(failed.steps <= failed.originalSteps)
        #expect(failed.failure.contains("order.value"))
        #expect(failed.failure.contains("SeededExecutor+exploreTests.swift"))
    }

    @Test func `the line that it ends with fails again, and the issue says so`() async throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, Self.reversal)
        let failed = try #require(found)
        let line = try #require("\(failed)".split(separator: "\n").last)
        let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
        #expect(quoted.first == "To see it again: SeededExecutor.run(schedule: ")
        let schedule = try #require(SeededExecutor.Schedule(String(quoted[1])))
        let comments = Shared<[String]>([])
        let scope = IssueHandlingTrait.compactMapIssues { issue in
            comments.change { $0 += issue.comments.map(\.rawValue) }
            return nil
        }
        try await scope.provideScope(for: #require(Test.current), testCase: .current) {
            try SeededExecutor.run(schedule: schedule, Self.reversal)
        }
        #expect(comments.value == [String(line)])
    }

    @Test(.exactSteps)
    func `a wake-up that is lost in some orders is shrunk, and its waiter is named`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, patience: .zero, Self.lateLetter)
        let failed = try #require(found)
        #expect(failed.isMinimal)
        #expect(failed.schedule.deviations.map(\.choice) == [1, 1, 1])
        try SeededExecutor.run(schedule: .firstInFirstOut, Self.lateLetter)
        #expect(failed.shrunkFailure.contains("- the body (DataSourcesTestingTests/SeededExecutor+exploreTests.swift:"))
        #expect(failed.shrunkFailure.contains("waits for: a letter"))
        #expect(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(schedule: failed.schedule, patience: .zero, Self.lateLetter)
        }
    }

    @Test func `an error of the body is a failure, and only the same type of error counts when shrinking`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000) { executor in
            switch await Self.order(of: 3, on: executor) {
            case [2, 0, 1]: throw Rare()
            case [0, 1, 2]: throw Frequent()
            default: break
            }
        }
        let failed = try #require(found)
        // Either may come first, and each comes out as itself: first-in first-out makes the frequent one.
        if failed.failure.contains("Rare") {
            #expect(failed.schedule.deviations.map(\.choice) == [2])
            #expect(failed.shrunkFailure.contains("Rare"))
        } else {
            #expect(failed.schedule == .firstInFirstOut)
            #expect(failed.shrunkFailure.contains("Frequent"))
        }
    }

    @Test func `a requirement that is not met is a failure with its text`() throws {
        let found = SeededExecutor.firstFailure(seeds: [7]) { _ in
            let nothing: Int? = Shared(nil).value
            _ = try #require(nothing)
        }
        let failed = try #require(found)
        #expect(failed.seed == 7)
        #expect(failed.failure.contains("nothing"))
        #expect(failed.schedule == .firstInFirstOut)
    }

    @Test func `a scenario that depends on something else than the order is said to`() throws {
        let runs = Shared(0)
        let found = SeededExecutor.firstFailure(seeds: 0..<100) { _ in
            let run = runs.change { runs in
                runs += 1
                return runs
            }
            #expect(run != 10)
        }
        let failed = try #require(found)
        #expect(failed.seed == 9)
        #expect(!failed.isReproducible)
        #expect("\(failed)".contains("depends on something else than the order"))
        #expect(runs.value == 11)
    }

    @Test func `what escapes is not shrunk`() throws {
        let runs = Shared(0)
        let found = SeededExecutor.firstFailure(seeds: 3..<100) { _ in
            runs.change { $0 += 1 }
            await MainActor.run {}
        }
        let failed = try #require(found)
        #expect(runs.value == 1)
        #expect("\(failed)".contains("the main actor, which is part of a run only if the run is started there"))
        #expect("\(failed)".hasSuffix("SeededExecutor.run(seed: 3) { executor in ... }"))
    }

    @Test(arguments: [0, 1, 5, 40]) func `no more than the allowed reruns are made`(reruns: Int) throws {
        let runs = Shared(0)
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, reruns: reruns) { executor in
            runs.change { $0 += 1 }
            try await Self.reversal(executor)
        }
        let failed = try #require(found)
        #expect(runs.value - failed.seedsTried == failed.reruns)
        #expect(failed.reruns <= reruns)
    }

    @Test func `known issues of the body are no failures`() throws {
        try SeededExecutor.explore(seeds: 0..<3) { _ in
            withKnownIssue { Issue.record("expected") }
        }
    }

    @Test func `a schedule that keeps a scenario from ending does not keep the search from ending`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, reruns: 20) { executor in
            if executor.seed == nil {
                // Somebody can always go on, so this run can neither end nor come to a standstill.
                while true { await giveWay() }
            }
            throw Rare()
        }
        let failed = try #require(found)
        #expect(!failed.isReproducible)
    }

    // MARK: One failure, one order

    @Test(.exactSteps, arguments: Failing.allCases)
    func `one failure is reported with one order to run again, in which it fails so`(failing: Failing) throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, patience: .zero, failing.scenario)
        let failed = try #require(found)
        let report = "\(failed)"
        #expect(
            report.components(ofCalls: "SeededExecutor.run(") == ["schedule: \"\(failed.schedule)\", patience: .zero"])
        #expect(report.components(ofCalls: "SeededExecutor.explore(").isEmpty)
        #expect(failed.isReproducible)
        #expect(failed.schedule.deviations.count < failed.original.deviations.count)
        // What it says is what that order makes.
        let foundAgain = SeededExecutor.firstFailure(seeds: [0], reruns: 0, patience: .zero) { _ in
            try SeededExecutor.run(schedule: failed.schedule, patience: .zero, line: failed.line, failing.scenario)
        }
        let again = try #require(foundAgain)
        #expect(again.failure == failed.shrunkFailure)
    }

    @Test func `a run within a run leaves it to the outer one to say how to see an issue again`() async throws {
        let comments = Shared<[String]>([])
        let scope = IssueHandlingTrait.compactMapIssues { issue in
            comments.change { $0 += issue.comments.map(\.rawValue) }
            return nil
        }
        try await scope.provideScope(for: #require(Test.current), testCase: .current) {
            try SeededExecutor.run(seed: 3) { _ in
                try SeededExecutor.run(seed: 4) { _ in _ = Issue.record() }
            }
        }
        #expect(comments.value == ["To see it again: SeededExecutor.run(seed: 3) { executor in ... }"])
    }

    @Test func `the line has all that was said to the exploration`() throws {
        let found = SeededExecutor.firstFailure(seeds: [7], escapes: .allowed, patience: .milliseconds(250)) { _ in
            throw Rare()
        }
        let failed = try #require(found)
        #expect(
            "\(failed)".hasSuffix(
                "SeededExecutor.run(schedule: \"\", escapes: .allowed, patience: .seconds(0.25)) { executor in ... }"
            )
        )
    }

    /// One order deadlocks; all others wait for somebody on another thread, which is no deadlock.
    @Test(.exactSteps) func `where things may leave, an order that waits for them is not taken for one that fails`()
        throws
    {
        let scenario: @Sendable (SeededExecutor) async throws -> Void = { executor in
            let order = await Self.order(of: 2, on: executor)
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                if order == [1, 0] {
                    kept.change { $0.append(done) }
                } else {
                    DispatchQueue(label: "callbacks").async { done.resume() }
                }
            }
        }
        let found = SeededExecutor.firstFailure(
            seeds: 0..<100,
            reruns: 4,
            escapes: .allowed,
            patience: .milliseconds(500),
            scenario
        )
        let failed = try #require(found)
        #expect(failed.schedule.deviations.map(\.choice) == [1])
        for done in kept.change({ kept in
            defer { kept = [] }; return kept
        }) { done.resume() }
    }

    @Test func `an order that fails once, and not when it is run once more, is not reported as the one to run`() throws
    {
        let failures = Shared<[SeededExecutor.Schedule]>([])
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000) { executor in
            _ = await Self.order(of: 6, on: executor)
            guard await Self.order(of: 4, on: executor) == [3, 2, 1, 0] else { return }
            let schedule = executor.schedule
            let isNew = failures.change { failures in
                defer { failures.append(schedule) }
                return failures.first == schedule || !failures.contains(schedule)
            }
            if isNew { throw Rare() }
        }
        let failed = try #require(found)
        #expect(failures.value.count > 3)
        #expect(!failed.isReproducible)
        #expect(failed.schedule == failed.original)
        #expect("\(failed)".hasSuffix("To try again: SeededExecutor.run(seed: \(failed.seed)) { executor in ... }"))
    }

    /// The ways in which a scenario can fail; all in the same order of four tasks.
    enum Failing: CaseIterable {
        case issue, issues, error, requirement, deadlock, innerRun, innerIssue, innerExploration

        @Sendable func scenario(_ executor: SeededExecutor) async throws {
            // What these do makes no difference.
            _ = await `Exploring seeds`.order(of: 6, on: executor)
            let order = await `Exploring seeds`.order(of: 4, on: executor)
            guard order == [3, 2, 1, 0] else { return }
            switch self {
            case .issue: Issue.record("in the wrong order")
            case .issues: for number in 0..<20 { Issue.record("number \(number)") }
            case .error: throw `Exploring seeds`.Rare()
            case .requirement: try #require(order.isEmpty)
            case .deadlock: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            case .innerRun: try SeededExecutor.run(seed: 5, patience: .zero) { _ in throw `Exploring seeds`.Rare() }
            case .innerIssue: try SeededExecutor.run(seed: 5) { _ in _ = Issue.record("inner") }
            case .innerExploration: try SeededExecutor.explore(seeds: 5..<9) { _ in _ = Issue.record("inner") }
            }
        }
    }

    // MARK: Helpers

    fileprivate struct Rare: Error {}
    private struct Frequent: Error {}

    @Sendable private static func reversal(_ executor: SeededExecutor) async throws {
        let order = Shared(await order(of: 4, on: executor))
        #expect(order.value != [3, 2, 1, 0])
    }

    /// A letter that comes between the question and the wait wakes nobody.
    @Sendable private static func lateLetter(_ executor: SeededExecutor) async {
        let mailbox = Mailbox()
        executor.start(name: "sender") {
            // Each look takes a turn. After a sleep the letter would always come late enough.
            for _ in 0..<2 where await mailbox.hasLetter { return }
            await mailbox.send()
        }
        if await !mailbox.hasLetter {
            await SeededExecutor.waiting(for: "a letter") { await mailbox.arrival() }
        }
    }

    fileprivate static func order(of count: Int, on executor: SeededExecutor) async -> [Int] {
        let order = Shared<[Int]>([])
        for number in 0..<count {
            executor.start { order.change { $0.append(number) } }
        }
        await executor.settle()
        return order.value
    }
}

extension String {
    /// The arguments of all calls of a function that it mentions.
    fileprivate func components(ofCalls name: String) -> [String] {
        var (rest, found) = (self[...], [String]())
        while let call = rest.firstRange(of: name) {
            rest = rest[call.upperBound...]
            found.append(String(rest.prefix { $0 != ")" }))
        }
        return found
    }
}

/// Who will be woken when all is over.
private let kept = Shared<[CheckedContinuation<Void, Never>]>([])

private actor Mailbox {
    private(set) var hasLetter = false
    private var waiting: UnsafeContinuation<Void, Never>?

    func send() {
        hasLetter = true
        waiting?.resume()
        waiting = nil
    }

    func arrival() async {
        await withUnsafeContinuation { waiting = $0 }
    }
}
