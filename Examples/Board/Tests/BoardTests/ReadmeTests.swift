import ConsoleTesting
import Testing

@Suite struct ReadmeTests {
    @Test func `The code in the README is the program's`() throws {
        try expectReadme(shows: "Sources/BoardKit/Database/DerivableSource+board.swift", blockCount: 1)
    }
}
