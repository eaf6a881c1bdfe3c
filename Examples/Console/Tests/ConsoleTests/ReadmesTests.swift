import Foundation
import Testing

/// What the examples' READMEs show is what the examples are made of.
@Suite struct ReadmesTests {
    @Test(arguments: [
        ("ProcessBoard", "Sources/ProcessBoard/Views.swift", 2),
        ("Leaderboard", "Sources/Leaderboard/Views/Views.swift", 1),
    ])
    func `The code in an example's README is the program's`(example: String, file: String, count: Int) throws {
        let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let package = examples.appending(path: example)
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let program = try String(contentsOf: package.appending(path: file), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == count)
        for block in blocks { #expect(program.contains(block)) }
    }
}
