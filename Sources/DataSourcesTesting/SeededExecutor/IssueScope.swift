import Synchronization
import Testing

/// Sees the issues that are recorded inside of a body, in a test; elsewhere there are none to see.
enum IssueScope {
    /// Runs `body`; issues that are recorded in it, and in tasks that it starts, get a comment.
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

    /// Runs `body`; what `transform` makes of an issue that is recorded in it is recorded in its stead.
    ///
    /// The scope is asynchronous, but only to bind a task-local value, which what `body` starts inherits. It is gone
    /// through here and now, so that a run has the same steps within a test and elsewhere.
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

    /// Runs jobs in the order in which they come, on the thread that asks for it.
    private final class InlineExecutor: TaskExecutor {
        private let jobs = Mutex<[UnownedJob]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        func runJobs() {
            while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }
}
