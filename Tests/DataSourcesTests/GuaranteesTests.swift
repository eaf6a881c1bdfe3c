import Foundation
import Testing

/// The article names only suites that exist, and some for each law.
struct GuaranteesTests {
    @Test func `each law of the article names suites that exist`() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let package = tests.deletingLastPathComponent().deletingLastPathComponent()
        let article = package.appending(path: "Sources/DataSources/DataSources.docc/Guarantees.md")
        let laws = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n## ").filter {
            $0.contains("*Law ")
        }
        #expect(laws.count == 18)

        var code = ""
        for target in [tests, tests.deletingLastPathComponent().appending(path: "DataSourcesWireTests")] {
            let files = FileManager.default.enumerator(at: target, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                if file.pathExtension == "swift" { code += try String(contentsOf: file, encoding: .utf8) }
            }
        }
        let declared = Set(code.matches(of: #/\bstruct (\w+)/#).map { String($0.1) })
        for law in laws {
            let suites = law.matches(of: #/`(\w+(?:Laws|Tests|Interleavings))`/#).map { String($0.1) }
            #expect(!suites.isEmpty, "no suite: \(law.prefix(40))")
            for suite in suites { #expect(declared.contains(suite), "there is no suite \(suite)") }
        }
    }
}
