import DataSourcesTesting
import Foundation
import Testing

/// What the article "Testing your sources" shows is compiled, and what it says of it is so.
struct ArticleTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8).components(
            separatedBy: "\n")
    }

    /// The Swift blocks of a Markdown text.
    private func blocks(of lines: [String]) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String]?
        for line in lines {
            if line == "```", let finished = block {
                blocks.append(finished)
                block = nil
            } else if line == "```swift" {
                block = []
            } else {
                block?.append(line)
            }
        }
        return blocks
    }

    /// Whether the block is in the code, indented or not.
    private func isShown(_ block: [String], in code: [String]) -> Bool {
        [0, 4, 8].contains { indentation in
            let margin = String(repeating: " ", count: indentation)
            let indented = block.map { $0.isEmpty ? "" : margin + $0 }
            return code.indices.contains { code[$0...].starts(with: indented) }
        }
    }

    @Test func `every snippet of the article is compiled`() throws {
        let article = try lines("Sources/DataSourcesTesting/DataSourcesTesting.docc/TestingYourSources.md")
        let code = try lines("Tests/DataSourcesTestingTests/Articles/TestingYourSources.swift")
        let blocks = blocks(of: article)
        #expect(blocks.count == 13)
        for block in blocks { #expect(isShown(block, in: code), "not compiled: \(block.joined(separator: "\n"))") }
    }

    @Test(arguments: [0, 1, 99] as [UInt64])
    func `the seeded test fails, whatever the seed`(seed: UInt64) throws {
        try expectIssue { try Before.Seeded().`an article is fetched once`(seed: seed) }
    }

    @Test func `the exploration fails where the expectation is, and its report reproduces it`() throws {
        let line = try lines("Tests/DataSourcesTestingTests/Articles/TestingYourSources.swift").firstIndex {
            $0.contains("_ = await (first, second)")
        }
        try expectIssue {
            #expect(throws: ExpectationFailedError.self) { try Before.Explored().`an article is fetched once`() }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return issue.sourceLocation?.line == line.map { $0 + 2 }
                && text.contains("To see it again: SeededExecutor.run(schedule: \"\")")
        }
    }
}
