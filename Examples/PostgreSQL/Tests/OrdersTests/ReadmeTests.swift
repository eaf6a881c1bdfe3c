import ConsoleTesting
import Testing

struct ReadmeTests {
    @Test func `The code in the README is the program's`() throws {
        try expectReadme(shows: "Sources/Orders/Shop/Shop.swift", blockCount: 1)
    }
}
