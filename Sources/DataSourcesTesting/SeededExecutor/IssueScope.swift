import Synchronization
import Testing

/// Sees the issues that are recorded inside of a body, in a test; elsewhere there are none to see.
enum IssueScope {
    /// Runs `body`; issues that are recorded in it get a comment.
    static func adding<Value: Sendable>(
        _ comment: @autoclosure @escaping @Sendable () -> String,
        to body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await mapping(
            { issue in
                var issue = issue
                issue.comments.append(Comment(rawValue: comment()))
                return issue
            },
            in: body
        )
    }

    /// Runs `body`; what `transform` makes of an issue that is recorded in it is recorded in its stead.
    static func mapping<Value: Sendable>(
        _ transform: @escaping @Sendable (Issue) -> Issue?,
        in body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let test = Test.current else { return try await body() }
        let value = Mutex<Value?>(nil)
        try await IssueHandlingTrait.compactMapIssues(transform).provideScope(for: test, testCase: .current) {
            let result = try await body()
            value.withLock { $0 = result }
        }
        guard let result = value.withLock({ $0 }) else { preconditionFailure("The scope has not run its body.") }
        return result
    }
}
