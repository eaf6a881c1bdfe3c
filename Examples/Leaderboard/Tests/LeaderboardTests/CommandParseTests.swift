import ArgumentParser
import Console
import ConsoleTesting
import Testing

@testable import Leaderboard

@Suite struct CommandParseTests {
    @Test func `Without arguments it is a million players and ten thousand changes a second`() throws {
        let options = try Program.parse(commandLine: []).options
        #expect((options.players, options.rate, options.chosenPlayer) == (1_000_000, 10_000, 500_000))
        #expect(options.seconds == nil)
        #expect(options.interval == .seconds(1))
        #expect(!options.plain)
    }

    @Test(arguments: [
        [
            "--players", "500", "--rate", "20", "--seconds", "3", "--interval", "0.5", "--player", "7", "--plain",
        ],
        ["--plain", "--players=500", "--rate=20", "--seconds=3", "--interval=.5", "--player=7"],
    ])
    func `A value follows its flag or is joined to it`(arguments: [String]) throws {
        let options = try Program.parse(commandLine: arguments).options
        #expect((options.players, options.rate, options.seconds) == (500, 20, 3))
        #expect(options.interval == .milliseconds(500))
        #expect(options.chosenPlayer == 7)
        #expect(options.plain)
    }

    @Test func `Of a flag given twice the last one counts`() throws {
        #expect(try Program.parse(commandLine: ["--rate", "1", "--seconds=0", "--rate=2"]).options.rate == 2)
    }

    @Test(arguments: [
        (["--rat", "1"], "Unknown option '--rat'. Did you mean '--rate'?"),
        (["100"], "Unexpected argument '100'"),
        (["--rate"], "Missing value for '--rate <changes>'"),
        (["--rate", "--plain"], "The value '--plain' is invalid for '--rate <changes>': \(rates)"),
        (["--rate", "-1"], "The value '-1' is invalid for '--rate <changes>': \(rates)"),
        (["--rate", "1000001"], "The value '1000001' is invalid for '--rate <changes>': \(rates)"),
        (["--rate=", "1"], "The value '' is invalid for '--rate <changes>': \(rates)"),
        (["--players", "0"], "The value '0' is invalid for '--players <count>': \(players)"),
        (["--seconds", "1.5"], "The value '1.5' is invalid for '--seconds <seconds>': \(rates)"),
        (["--interval", "0"], "The value '0' is invalid for '--interval <seconds>': \(intervals)"),
        (
            ["--player", "0"],
            "The value '0' is invalid for '--player <number>': It takes a whole number that is 1 or more."
        ),
        (["--player", "8", "--players", "7"], "The value '8' is invalid for '--player <number>': \(sevenPlayers)"),
        (["--plain=yes"], "The option '--plain' does not take any value, but 'yes' was specified."),
    ])
    func `A wrong command line is told what is wrong and what is expected`(arguments: [String], problem: String) {
        expectRefusal(of: arguments, by: Program.self, problem)
    }

    @Test func `Help is help beside any other flag, names every option and fits a terminal`() {
        expectHelp(
            of: Program.self,
            names: ["--players", "--rate", "--seconds", "--interval", "--player", "--plain", "-h, --help"],
            beside: ["--plain"]
        )
    }

    private static let rates = "It takes a whole number from 0 to 1000000."
    private static let players = "It takes a whole number from 1 to 10000000."
    private static let intervals = "It takes a number of seconds from 0.1 to 3600."
    private static let sevenPlayers = "There are players from 1 to 7."
}
