import Foundation
import Testing

@Suite struct ReadmeTests {
    @Test func `The code in the README is the program's`() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let views = package.appending(path: "Sources/Leaderboard/Views/Views.swift")
        let program = try String(contentsOf: views, encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 1)
        for block in blocks { #expect(program.contains(block)) }
    }
}
