import Synchronization
import Testing

/// Observes the issues recorded inside a body, in a test; elsewhere there are none.
enum IssueScope {
    /// Runs `body`; issues recorded in it, and in tasks it starts, get a comment.
    static func adding<Value: Sendable>(
        _ comment: @escaping @Sendable () -> String,
        to body: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        try mapping(
            { issue in
                var issue = issue
                issue.comments.append(Comment(rawValue: comment()))
                return issue
            },
            in: body
        )
    }

    /// Runs `body`; replaces each issue recorded in it by the result of `transform`.
    ///
    /// The scope is asynchronous only to bind a task-local value, which everything started by `body` inherits. It runs
    /// synchronously here, so that a run has the same steps inside and outside a test.
    static func mapping<Value: Sendable>(
        _ transform: @escaping @Sendable (Issue) -> Issue?,
        in body: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        guard let test = Test.current else { return try body() }
        let (executor, outcome) = (InlineExecutor(), Outcome<Value>())
        Task(executorPreference: executor, priority: SeededExecutor.priority) {
            try? await IssueHandlingTrait.compactMapIssues(transform).provideScope(for: test, testCase: .current) {
                outcome.set(Result { try body() })
            }
        }
        executor.runJobs()
        guard let result = outcome.result else { preconditionFailure("Swift Testing has not run what it scopes.") }
        return try result.get()
    }

    /// Runs jobs in their order of arrival, on the thread that asks for it.
    private final class InlineExecutor: TaskExecutor {
        private let jobs = Mutex<[UnownedJob]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        func runJobs() {
            while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                // Each job is taken out of the queue, so it runs once, and this executor lives until it has.
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }
}
