import DataSources
import TestKit
import Testing

/// "Reading a snapshot" on the first page of the documentation.
struct ReadingASnapshotTests {
    struct Player: Identifiable, Equatable, Sendable {
        let id: String
        var score = 1
    }

    struct Team: Identifiable, Equatable, Sendable {
        let id: Int
        var name: String
    }

    @Test func `lists, sections and values are read as the first page shows`() async throws {
        let players = try ListSource([Player(id: "Ada", score: 7), Player(id: "Cem")])
        let teams = try SectionedSource([
            ItemSection(Team(id: 1, name: "red"), items: [Player(id: "Ada")]),
            ItemSection(Team(id: 2, name: "blue"), items: [Player(id: "Bob"), Player(id: "Cem")]),
        ])
        var printed: [String] = []
        func print(_ values: Any...) { printed.append(values.map { "\($0)" }.joined(separator: " ")) }
        for player in players.snapshot { print(player.id, player.score) }
        let best = players.snapshot[0]?.score  // by position; by id: players.snapshot[id: "Ada"]

        for section in teams.snapshot {  // or teams.snapshot.sections
            print(section.header.name, section.items.map(\.id))
        }
        let everybody = teams.snapshot.items.count  // the items of all sections
        let first = teams.snapshot[ItemPath(section: 0, item: 0)]?.id

        // A source of one value: a parameter, a sum. A value that has not come yet is nil; a parameter always has one.
        let total = await players.sum(of: \.score).snapshot.value ?? 0
        #expect(printed == ["Ada 7", "Cem 1", #"red ["Ada"]"#, #"blue ["Bob", "Cem"]"#])
        #expect(best == 7 && players.snapshot[id: "Ada"]?.score == 7)
        #expect(everybody == 3 && first == "Ada" && total == 8)
        #expect(teams.snapshot.sections.map(\.header.name) == ["red", "blue"])
        #expect(teams.snapshot.sections.isIdentical(to: teams.snapshot))
    }

    @Test func `a state is waited for as the first page shows`() async throws {
        let erin = Player(id: "Erin")
        let staff = try ListSource([erin])
        try await staff.first(within: .seconds(5)) { $0.contains(id: erin.id) }
    }

    @Test func `the first page shows this code`() throws {
        try expectCompiled(
            "Sources/DataSources/DataSources.docc/DataSources.md",
            in: ["Tests/DataSourcesTests/Snapshots/ReadingASnapshotTests.swift"])
    }
}
