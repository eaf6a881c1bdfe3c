import ArgumentParser
import Console
import ConsoleTesting
import Testing

@testable import ProcessBoard

@Suite struct CommandParseTests {
    @Test func `Without arguments all views are shown every second without end`() throws {
        let options = try Self.options([])
        #expect(options.interval == .seconds(1))
        #expect(options.readings == nil)
        #expect(options.view == .all)
        #expect(options.order == .cpu)
        #expect(options.filter.isEmpty)
        #expect(!options.plain)
    }

    @Test(arguments: [
        [
            "--interval", "0.5", "--count", "3", "--view", "users", "--sort", "name", "--filter", "a b", "--plain",
        ],
        ["--plain", "--interval=.5", "--count=3", "--view=users", "--sort=name", "--filter=a b"],
    ])
    func `A value follows its flag or is joined to it`(arguments: [String]) throws {
        let options = try Self.options(arguments)
        #expect(options.interval == .milliseconds(500))
        #expect(options.readings == 3)
        #expect(options.view == .users)
        #expect(options.order == .name)
        #expect(options.filter == "a b")
        #expect(options.plain)
    }

    @Test func `Of a flag given twice the last one counts`() throws {
        #expect(try Self.options(["--view", "log", "--view", "table"]).view == .table)
        #expect(try Self.options(["--count", "2", "--interval=9", "--count=5", "--interval", "1"]).readings == 5)
        #expect(try Self.options(["--plain", "--plain"]).plain)
    }

    @Test func `A count of zero is without end`() throws {
        #expect(try Self.options(["--count", "0"]).readings == nil)
    }

    @Test func `Once is one reading in lines, whatever the count`() throws {
        for arguments in [["--once"], ["--once", "--count", "7"], ["--count=7", "--once", "--plain"]] {
            let options = try Self.options(arguments)
            #expect(options.readings == 1)
            #expect(options.printsLines)
        }
        #expect(try !Self.options(["--count", "1"]).printsLines)
    }

    @Test func `The ends of a range belong to it`() throws {
        #expect(try Self.options(["--interval", "0.1"]).interval == .milliseconds(100))
        #expect(try Self.options(["--interval", "3600"]).interval == .seconds(3600))
    }

    @Test(arguments: [(["--filter", ""], ""), (["--filter="], ""), (["--filter", "-zsh"], "-zsh")])
    func `A filter may be empty, or begin with a dash`(arguments: [String], filter: String) throws {
        #expect(try Self.options(["--filter", "before"] + arguments).filter == filter)
    }

    @Test(arguments: [
        (["--vew", "all"], "Unknown option '--vew'. Did you mean '--view'?"),
        (["--no-such-flag"], "Unknown option '--no-such-flag'"),
        (["-x"], "Unknown option '-x'"),
        (["table"], "Unexpected argument 'table'"),
        ([""], "Unexpected argument ''"),
        (["--count"], "Missing value for '--count <readings>'"),
        (["--count", "--plain"], "The value '--plain' is invalid for '--count <readings>': \(readings)"),
        (["--count", "-1"], "The value '-1' is invalid for '--count <readings>': \(readings)"),
        (["--count="], "The value '' is invalid for '--count <readings>': \(readings)"),
        (["--interval", "soon"], "The value 'soon' is invalid for '--interval <seconds>': \(seconds)"),
        (["--interval", "0"], "The value '0' is invalid for '--interval <seconds>': \(seconds)"),
        (["--interval", "-1"], "The value '-1' is invalid for '--interval <seconds>': \(seconds)"),
        (["--interval", "3600.1"], "The value '3600.1' is invalid for '--interval <seconds>': \(seconds)"),
        (["--interval", "nan"], "The value 'nan' is invalid for '--interval <seconds>': \(seconds)"),
        (["--view", "tree"], "The value 'tree' is invalid for '--view <view>'. \(views)"),
        (["--view", "--plain"], "The value '--plain' is invalid for '--view <view>'. \(views)"),
        (["--sort", "size"], "The value 'size' is invalid for '--sort <order>'. \(orders)"),
        (["--filter"], "Missing value for '--filter <text>'"),
        (
            ["--filter", "--plain"],
            "The value '--plain' is invalid for '--filter <text>': It takes a text that is no flag."
        ),
        (["--plain=yes"], "The option '--plain' does not take any value, but 'yes' was specified."),
    ])
    func `A wrong command line is told what is wrong and what is expected`(arguments: [String], problem: String) {
        expectRefusal(of: arguments, by: Program.self, problem)
    }

    @Test func `A value that was forgotten is described`() throws {
        let error = try #require(throws: (any Error).self) { try Program.parse(commandLine: ["--interval"]) }
        #expect(Program.fullMessage(for: error).contains("From reading to reading, 0.1 to 3600."))
    }

    @Test func `Help is help beside any other flag, names every option and fits a terminal`() {
        expectHelp(
            of: Program.self,
            names: ["--interval", "--count", "--view", "--sort", "--filter", "--plain", "--once", "-h, --help"],
            beside: ["--plain"]
        )
    }

    private static let readings = "It takes a whole number that is 0 or more."
    private static let seconds = "It takes a number of seconds from 0.1 to 3600."
    private static let views = "Please provide one of 'table', 'users', 'log' or 'all'."
    private static let orders = """
        Please provide one of the following:
          - cpu
          - memory
          - pid
          - name
          - time
          - user
        """

    private static func options(_ arguments: [String]) throws -> Options {
        try Program.parse(commandLine: arguments).options
    }
}
