import Foundation
import Testing

/// What the article "Serving a source" shows is compiled.
struct ServingASourceTests {
    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `every snippet of the article is compiled`() throws {
        let article = try text("Sources/DataSourcesWire/DataSourcesWire.docc/ServingASource.md")
        let code = unindented(try text("Tests/DataSourcesWireTests/Articles/ServingASource.swift"))
        let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(blocks.count == 8)
        for block in blocks { #expect(code.contains(unindented(block)), "not compiled: \(block)") }
    }

    private func unindented(_ text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    }
}
