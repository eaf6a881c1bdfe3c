import Testing

@testable import Leaderboard

@Suite struct CommandParseTests {
    @Test func `Without arguments it is a million players and ten thousand changes a second`() throws {
        let options = Options()
        #expect(try Command.parse([]) == .run(options))
        #expect((options.players, options.rate, options.chosenPlayer) == (1_000_000, 10_000, 500_000))
    }

    @Test func `A value follows its flag or is joined to it`() throws {
        let expected = Options(
            players: 500, rate: 20, seconds: 3, interval: .milliseconds(500), player: 7, plain: true)
        let following = ["--players", "500", "--rate", "20", "--seconds", "3", "--interval", "0.5", "--player", "7"]
        let joined = ["--players=500", "--rate=20", "--seconds=3", "--interval=.5", "--player=7"]
        #expect(try Command.parse(following + ["--plain"]) == .run(expected))
        #expect(try Command.parse(["--plain"] + joined) == .run(expected))
    }

    @Test(arguments: [["--help"], ["-h"], ["--plain", "--help"]])
    func `Help is help beside any other flag`(arguments: [String]) throws {
        #expect(try Command.parse(arguments) == .help)
    }

    @Test(arguments: [
        (["--rat", "1"], "unknown option \"--rat\""),
        (["100"], "unexpected argument \"100\""),
        (["--rate"], "--rate needs a whole number from 0 to 1000000"),
        (["--rate", "--plain"], "--rate needs a whole number from 0 to 1000000"),
        (["--rate", "-1"], "--rate needs a whole number from 0 to 1000000, not \"-1\""),
        (["--players", "0"], "--players needs a whole number from 1 to 10000000, not \"0\""),
        (["--seconds", "1.5"], "--seconds needs a whole number from 0 to 1000000, not \"1.5\""),
        (["--interval", "0"], "--interval needs a number of seconds from 0.1 to 3600, not \"0\""),
        (["--player", "8", "--players", "7"], "--player needs one of the players, 1 to 7, not \"8\""),
        (["--plain=yes"], "--plain takes no value, but was given \"yes\""),
    ])
    func `A wrong command line is told what is wrong and what is expected`(arguments: [String], problem: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(arguments) }
        #expect(error?.description == "Leaderboard: \(problem); see --help")
        #expect(UsageError.exitCode == 64)
    }

    @Test func `The help names every option and fits a terminal`() {
        for flag in ["--players", "--rate", "--seconds", "--interval", "--player", "--plain", "--help"] {
            #expect(Command.helpText.contains("\n  \(flag) "))
        }
        for line in Command.helpText.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
    }
}
