import Foundation
import Testing

/// The code in the README is that of the app.
struct ReadmeTests {
    private static let staff = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The lines without what surrounds them.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    @Test func `each block is in a file of the app or the model`() throws {
        let readme = try String(contentsOf: Self.staff.appending(path: "README.md"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
            .map { Self.lines($0.prefix(upTo: $0.range(of: "```")?.lowerBound ?? $0.endIndex)) }
        #expect(blocks.count == 4)
        let files = try ["Sources/StaffModel", "App/Staff"].flatMap { folder in
            let folder = Self.staff.appending(path: folder)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
                .map { Self.lines(try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
        }
        for block in blocks {
            #expect(files.contains { $0.contains(block) }, "\(block)")
        }
    }
}
