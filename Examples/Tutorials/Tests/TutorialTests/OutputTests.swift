import Pages
import Testing

/// What the pages show as output is what the programs print.
@Suite(.timeLimit(.minutes(1))) struct OutputTests {
    @Test(arguments: [
        ("TutorialFirstSource", "FirstSource"), ("TutorialSections", "Sections"), ("TutorialLiveViews", "LiveViews"),
        ("TutorialOwnSource", "OwnSource"), ("TutorialScreen", "ListOnScreen"), ("TutorialCacheTest", "CacheTest"),
    ])
    func `the output of a page is what its program prints`(page: String, program: String) async throws {
        let printed = try await Program.output(of: program)
        #expect(try Page(page).blocks("") == [printed])
    }
}
