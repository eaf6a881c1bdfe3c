import DataSources
import Foundation
import Testing

/// What the article "Displaying a source" shows is compiled, here or by the toolkits' own checks.
struct ArticleTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let compiled = [
        "Tests/DataSourcesViewsTests/Articles/DisplayingASource.swift",
        "Tests/Adapters/UIKitExample.swift",
        "Tests/Adapters/AppKitExample.swift",
        "Tests/Adapters/SwiftUIExample.swift",
        "Examples/Desk/Tests/DeskTests/ArticleExample.swift",
    ]

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

    @Test func `every snippet of the article is compiled, and every file of examples is shown`() throws {
        let article = try lines("Sources/DataSourcesViews/DataSourcesViews.docc/DisplayingASource.md")
        let files = try Self.compiled.map(lines)
        var shown: Set<Int> = []
        for block in blocks(of: article) {
            let file = files.firstIndex { isShown(block, in: $0) }
            #expect(file != nil, "not compiled: \(block.joined(separator: "\n"))")
            if let file { shown.insert(file) }
        }
        #expect(shown == Set(files.indices))
    }

    @Test(.timeLimit(.minutes(10)))
    @MainActor
    func `the display of the article shows what the source has`() async throws {
        let bob = Employee(id: 2, name: "Bob")
        let staff = try ListSource([Employee(id: 1, name: "Ann"), bob, Employee(id: 3, name: "Cem")])
        let display = LinesDisplay()
        let following = Task { await show(staff, in: display) }
        try await staff.update(id: 3) { $0.name = "Cem!" }
        try await staff.move(id: 3, to: 0)
        try await fadeOut(bob, from: staff)
        await staff.finish()
        // A source that has finished is shown to its end.
        await following.value
        #expect(display.lines == ["Cem!", "Ann"])
    }
}
