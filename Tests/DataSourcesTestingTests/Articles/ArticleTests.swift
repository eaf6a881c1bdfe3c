import DataSourcesTesting
import Foundation
import TestKit
import Testing

/// What the article "Testing your sources" shows is compiled, and what it says of it is so.
struct ArticleTests {
    @Test func `every snippet of the article is compiled`() throws {
        let article = "Sources/DataSourcesTesting/DataSourcesTesting.docc/TestingYourSources.md"
        #expect(try Repository.blocks(of: article).count == 16)
        let files = ["TestingYourSources", "LettingFakesSuspend"]
        try expectCompiled(article, in: files.map { "Tests/DataSourcesTestingTests/Articles/\($0).swift" })
    }

    @Test(arguments: [0, 1, 99] as [UInt64])
    func `the seeded test fails, whatever the seed`(seed: UInt64) throws {
        try expectIssue { try Before.Seeded().`an article is fetched once`(seed: seed) }
    }

    @Test func `the exploration of the cache fails, and its report names the order`() throws {
        try expectIssue {
            #expect(throws: ExpectationFailedError.self) { try StaleCache().`after an invalidation the page is new`() }
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("To see it again: SeededExecutor.run(schedule: \"")
        }
    }

    @Test func `the exploration fails where the expectation is, and its report reproduces it`() throws {
        let code = try Repository.text("Tests/DataSourcesTestingTests/Articles/TestingYourSources.swift")
        let line = code.components(separatedBy: "\n").firstIndex { $0.contains("_ = await (first, second)") }
        try expectIssue {
            #expect(throws: ExpectationFailedError.self) { try Before.Explored().`an article is fetched once`() }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return issue.sourceLocation?.line == line.map { $0 + 2 }
                && text.contains("To see it again: SeededExecutor.run(schedule: \"\")")
        }
    }
}
