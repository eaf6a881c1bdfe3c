import TestKit
import Testing

/// What the article "Serving a source" shows is compiled.
struct ServingASourceTests {
    @Test func `every snippet of the article is compiled`() throws {
        let article = "Sources/DataSourcesWire/DataSourcesWire.docc/ServingASource.md"
        #expect(try Repository.blocks(of: article).count == 11)
        try expectCompiled(article, in: ["Tests/DataSourcesWireTests/Articles/ServingASource.swift"])
    }
}
