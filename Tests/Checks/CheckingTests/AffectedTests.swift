import Checking
import Testing

struct AffectedTests {
    @Test(arguments: [
        ("", "documentation"),
        ("README.md", "documentation"),
        ("Examples/README.md", "documentation"),
        ("README.md Sources/A/A.docc/B.png", "documentation"),
        ("Sources/DataSources/DataSources.docc/Tutorials/A.md", "Tutorials documentation"),
        ("Sources/DataSources/DataSources.docc/DataSources.md Examples/Desk/a", "Desk Tutorials documentation"),
        ("Package.swift README.md", "everything"),
        ("Examples/Board/README.md Examples/Desk/a README.md", "Board Desk"),
        ("Examples/Desk/a Tests/b", "everything"),
        ("Examples/SQLite/README.md", "Board SQLite Tutorials"),
        ("Examples/Quickstart/a", "Quickstart Tutorials"),
        ("Examples/Shared/a", "Board Desk Leaderboard PostgreSQL ProcessBoard Relay SQLite Shared Tutorials"),
    ])
    func `a change affects what it can reach`(paths: String, expected: String) {
        #expect(affected(by: paths.split(separator: " ").map(String.init)).joined(separator: " ") == expected)
    }
}
