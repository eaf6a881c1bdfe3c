import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The item of these tests: an id, and content that can change under it.
struct Note: Identifiable, Equatable, Sendable, CustomStringConvertible {
    let id: Int
    var text: Int

    init(_ id: Int, _ text: Int = 0) {
        self.id = id
        self.text = text
    }

    var description: String { "Note(\(id), \(text))" }
}

extension ListSource<Note> {
    /// Two commits that come to nothing: an item comes and goes again.
    @discardableResult
    nonisolated func comeAndGo(_ id: Int = -1) async throws -> Version {
        try await append(Note(id))
        return try await remove(id: id)
    }
}

/// What `body` records as issues, in words, without failing the test.
func issues(_ body: @Sendable () async throws -> Void) async -> [String] {
    let found = Shared<[String]>([])
    let scope = IssueHandlingTrait.compactMapIssues { issue in
        found.change { $0.append(issue.comments.map(\.rawValue).joined() + (issue.error.map { "\($0)" } ?? "")) }
        return nil
    }
    guard let test = Test.current else { return ["this is no test"] }
    do {
        try await scope.provideScope(for: test, testCase: .current, performing: body)
    } catch {
        found.change { $0.append("\(error)") }
    }
    return found.value
}
