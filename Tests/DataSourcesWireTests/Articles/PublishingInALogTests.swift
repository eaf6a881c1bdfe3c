import TestKit
import Testing

/// What the article "Publishing in a log" shows is compiled.
struct PublishingInALogTests {
    @Test func `every snippet of the article is compiled`() throws {
        let article = "Sources/DataSourcesWire/DataSourcesWire.docc/PublishingInALog.md"
        #expect(try Repository.blocks(of: article).count == 4)
        try expectCompiled(article, in: ["Tests/DataSourcesWireTests/Articles/PublishingInALog.swift"])
    }
}
