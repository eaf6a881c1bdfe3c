import Testing

@testable import ProcessBoard

@Suite struct CommandParseTests {
    @Test func `Without arguments all views are shown every second without end`() throws {
        #expect(try Command.parse([]) == .run(Options(interval: .seconds(1), count: nil, view: .all, plain: false)))
    }

    @Test func `A value follows its flag or is joined to it`() throws {
        let expected = Options(
            interval: .milliseconds(500), count: 3, view: .users, order: .name, filter: "a b", plain: true)
        let following = ["--interval", "0.5", "--count", "3", "--view", "users", "--sort", "name", "--filter", "a b"]
        let joined = ["--interval=.5", "--count=3", "--view=users", "--sort=name", "--filter=a b"]
        #expect(try Command.parse(following + ["--plain"]) == .run(expected))
        #expect(try Command.parse(["--plain"] + joined) == .run(expected))
    }

    @Test func `Of a flag given twice the last one counts`() throws {
        #expect(try Command.parse(["--view", "log", "--view", "table"]) == .run(Options(view: .table)))
    }

    @Test func `A count of zero is without end`() throws {
        #expect(try Command.parse(["--count", "0"]) == .run(Options()))
    }

    @Test(arguments: [["--help"], ["-h"], ["--plain", "--help"]])
    func `Help is help beside any other flag`(arguments: [String]) throws {
        #expect(try Command.parse(arguments) == .help)
    }

    @Test(arguments: [
        (["--vew", "all"], "unknown option \"--vew\""),
        (["-x"], "unknown option \"-x\""),
        (["table"], "unexpected argument \"table\""),
        ([""], "unexpected argument \"\""),
        (["--count"], "--count needs a number of readings, 0 or more"),
        (["--count", "--plain"], "--count needs a number of readings, 0 or more"),
        (["--count", "-1"], "--count needs a number of readings, 0 or more, not \"-1\""),
        (["--count="], "--count needs a number of readings, 0 or more, not \"\""),
        (["--interval", "soon"], "--interval needs a number of seconds from 0.1 to 3600, not \"soon\""),
        (["--interval", "0"], "--interval needs a number of seconds from 0.1 to 3600, not \"0\""),
        (["--interval", "nan"], "--interval needs a number of seconds from 0.1 to 3600, not \"nan\""),
        (["--view", "tree"], "--view needs one of table, users, log, all, not \"tree\""),
        (["--sort", "size"], "--sort needs one of cpu, memory, pid, name, not \"size\""),
        (["--filter"], "--filter needs a text"),
        (["--plain=yes"], "--plain takes no value, but was given \"yes\""),
    ])
    func `A wrong command line is told what is wrong and what is expected`(arguments: [String], problem: String) {
        let error = #expect(throws: UsageError.self) { try Command.parse(arguments) }
        #expect(error?.description == "ProcessBoard: \(problem); see --help")
        #expect(UsageError.exitCode == 64)
    }

    @Test func `The help names every option and fits a terminal`() {
        for flag in ["--interval", "--count", "--view", "--sort", "--filter", "--plain", "--help"] {
            #expect(Command.helpText.contains("\n  \(flag) "))
        }
        for line in Command.helpText.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
    }
}
