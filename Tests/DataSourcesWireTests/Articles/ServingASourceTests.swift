import TestKit
import Testing

/// What the article "Serving a source" shows is compiled.
struct ServingASourceTests {
    @Test func `every snippet of the article is compiled`() throws {
        let article = "Sources/DataSourcesWire/DataSourcesWire.docc/ServingASource.md"
        #expect(try Repository.blocks(of: article).count == 13)
        let files = ["ServingASource", "ServingOverASocket"]
        try expectCompiled(article, in: files.map { "Tests/DataSourcesWireTests/Articles/\($0).swift" })
    }
}
