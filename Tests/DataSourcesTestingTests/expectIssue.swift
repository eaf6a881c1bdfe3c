import TestKit
import Testing

@testable import DataSourcesTesting

/// Runs `body`, which has to record issues that match; they do not fail the test, and are not printed.
func expectIssue(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () throws -> Void,
    matching matches: @escaping @Sendable (Issue) -> Bool = { _ in true }
) throws {
    let found = Shared(0)
    try IssueScope.mapping({ match($0, matches, found) }, in: body)
    #expect(found.value > 0, "no issue matches", sourceLocation: sourceLocation)
}

/// Runs `body`, which has to record issues that match; they do not fail the test, and are not printed.
func expectIssue(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable () async throws -> Void,
    matching matches: @escaping @Sendable (Issue) -> Bool = { _ in true }
) async throws {
    let found = Shared(0)
    let scope = IssueHandlingTrait.compactMapIssues { match($0, matches, found) }
    try await scope.provideScope(for: #require(Test.current), testCase: .current, performing: body)
    #expect(found.value > 0, "no issue matches", sourceLocation: sourceLocation)
}

/// Counts an issue that matches, and lets the others pass.
private func match(_ issue: Issue, _ matches: (Issue) -> Bool, _ found: Shared<Int>) -> Issue? {
    guard matches(issue) else { return issue }
    found.change { $0 += 1 }
    return nil
}
