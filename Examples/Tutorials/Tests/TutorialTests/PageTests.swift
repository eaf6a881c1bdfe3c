import Pages
import Testing

/// What the pages show is what is compiled.
struct PageTests {
    /// The pages in their order, each with the code at its end, and more files that its steps show.
    static let pages = [
        ("TutorialFirstSource", "Sources/FirstSource", []),
        ("TutorialSections", "Sources/Sections", []),
        ("TutorialLiveViews", "Sources/LiveViews", []),
        ("TutorialService", "Services/Sources/ChoreServer", []),
        ("TutorialOwnSource", "Sources/OwnSource", []),
        ("TutorialDatabase", "Services/Sources/FollowedChores", []),
        ("TutorialReplica", "Services/Sources/ChoreReplica", []),
        ("TutorialScreen", "Sources/ListOnScreen", []),
        ("TutorialCacheTest", "Sources/CacheTest", ["Tests/CacheTests/PriceCacheTests.swift"]),
    ]

    @Test(arguments: pages)
    func `the code at the end is the program, and each step shows a part of it`(
        name: String, folder: String, others: [String]
    ) throws {
        let blocks = try Page(name).blocks("swift")
        let program = try Page.file("Examples/Tutorials/\(folder)/main.swift")
        #expect(blocks.last == program)
        let codes = try [program] + others.map { try Page.file("Examples/Tutorials/\($0)") }
        for block in blocks.dropLast() where !block.hasPrefix("// swift-tools-version") {
            #expect(codes.contains { "\n\($0)".contains("\n\(block)") }, "not compiled: \(block)")
        }
        for code in codes.dropFirst() { #expect(blocks.contains(code)) }
    }

    @Test func `the manifest of a new package is that of Quickstart, beside the repository`() throws {
        let manifest = try Page("TutorialFirstSource").blocks("swift").filter { $0.hasPrefix("// swift-tools-version") }
        let quickstart = try Page.file("Examples/Quickstart/Package.swift")
            .replacing("name: \"DataSources\", path: \"../..\"", with: "path: \"../DataSources\"")
            .replacing("Quickstart", with: "FirstSource")
        #expect(manifest == [quickstart])
    }

    @Test func `each page leads to the next one, and the landing page lists all in order`() throws {
        let names = Self.pages.map(\.0)
        for (name, next) in zip(names, names.dropFirst()) {
            #expect(try Page(name).text.contains("<doc:\(next)>"))
        }
        let list = names.map { "- <doc:\($0)>\n" }.joined()
        #expect(try Page.file("Sources/DataSources/DataSources.docc/DataSources.md").contains(list))
    }

    @Test(arguments: pages.map(\.0))
    func `no sentence is longer than 25 words`(name: String) throws {
        for sentence in try Page(name).sentences {
            #expect(sentence.split(separator: " ").count <= 25, "\(sentence)")
        }
    }

    @Test(arguments: pages.map(\.0))
    func `a page says how to run its program`(name: String) throws {
        let commands = try Page(name).blocks("sh").joined()
        #expect(commands.contains("swift run --package-path Examples/Tutorials"))
    }
}
