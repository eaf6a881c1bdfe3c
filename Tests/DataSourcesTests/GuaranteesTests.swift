import Foundation
import TestKit
import Testing

/// The article names only suites that exist, and some for each law.
struct GuaranteesTests {
    @Test func `each law of the article names suites that exist`() throws {
        let article = try Repository.text("Sources/DataSources/DataSources.docc/Guarantees.md")
        let laws = article.components(separatedBy: "\n## ").filter { $0.contains("*Law ") }
        #expect(laws.count == 19)

        let code = try ["Tests/DataSourcesTests", "Tests/DataSourcesWireTests"].flatMap(Repository.code).joined()
        let declared = Set(code.matches(of: #/\bstruct (\w+)/#).map { String($0.1) })
        for law in laws {
            let suites = law.matches(of: #/`(\w+(?:Laws|Tests|Interleavings))`/#).map { String($0.1) }
            #expect(!suites.isEmpty, "no suite: \(law.prefix(40))")
            for suite in suites { #expect(declared.contains(suite), "there is no suite \(suite)") }
        }
    }
}
