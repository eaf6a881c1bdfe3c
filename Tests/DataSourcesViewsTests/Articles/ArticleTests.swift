import DataSources
import TestKit
import Testing

/// What the article "Displaying a source" shows is compiled, here or by the toolkits' own checks.
struct ArticleTests {
    private static let compiled = [
        "Tests/DataSourcesViewsTests/Articles/DisplayingASource.swift",
        "Tests/Adapters/UIKitExample.swift",
        "Tests/Adapters/AppKitExample.swift",
        "Tests/Adapters/SwiftUIExample.swift",
        "Examples/Desk/Tests/DeskTests/ArticleExample.swift",
    ]

    @Test func `every snippet of the article is compiled, and every file of examples is shown`() throws {
        try expectCompiled("Sources/DataSourcesViews/DataSourcesViews.docc/DisplayingASource.md", in: Self.compiled)
    }

    @Test(.timeLimit(.minutes(10)))
    @MainActor
    func `the display of the article shows what the source has`() async throws {
        let bob = Employee(id: 2, name: "Bob")
        let staff = try ListSource([Employee(id: 1, name: "Ann"), bob, Employee(id: 3, name: "Cem")])
        let display = LinesDisplay()
        let following = Task { await show(staff, in: display) }
        try await staff.update(id: 3) { $0.name = "Cem!" }
        try await staff.move(id: 3, to: 0)
        try await fadeOut(bob, from: staff)
        await staff.finish()
        // A source that has finished is shown to its end.
        await following.value
        #expect(display.lines == ["Cem!", "Ann"])
    }
}
