import Pages
import Testing

@Suite(.timeLimit(.minutes(1))) struct FollowedChoresTests {
    @Test func `the output of the page on databases is what its program prints`() async throws {
        let printed = try await Program.output(of: "FollowedChores")
        #expect(try Page("TutorialDatabase").blocks("") == [printed])
    }
}
