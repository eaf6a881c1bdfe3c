import Foundation
public import Testing

/// Expects that the Swift code a package's README shows is code of the package.
///
/// - Parameters:
///   - source: The file that it is shown from, by its path in the package.
///   - blockCount: How many blocks of code there are.
///   - test: A file of a test target of the package.
///   - sourceLocation: Where an issue is recorded.
/// - Throws: When a file cannot be read.
public func expectReadme(
    shows source: String,
    blockCount: Int,
    test: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let package = URL(filePath: test).deletingLastPathComponent().appending(path: "../..").standardized
    let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
    let program = try String(contentsOf: package.appending(path: source), encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == blockCount, sourceLocation: sourceLocation)
    for block in blocks {
        #expect(program.contains(block), sourceLocation: sourceLocation)
    }
}
