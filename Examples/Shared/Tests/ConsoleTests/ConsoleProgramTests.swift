import ArgumentParser
import Console
import Testing

@Suite struct ConsoleProgramTests {
    struct Program: ConsoleProgram {
        enum Ending: String, ExpressibleByArgument {
            case returns, interrupted, readerLeft, failed
        }

        @Option var text = "unset"
        @Option(help: "How it ends.") var ending: Ending = .returns
        @Option(parsing: .unconditional, transform: wholeNumber(in: 1...9)) var digit = 1
        @Option(parsing: .unconditional, transform: seconds(in: 0.5...2)) var time: Duration = .seconds(1)

        func run() async throws {
            switch ending {
            case .returns: return
            case .interrupted: throw ExitCode(130)
            case .readerLeft: throw OutputError.readerLeft
            case .failed: throw OutputError.failed(reason: "No space left on device")
            }
        }
    }

    @Test(arguments: [
        (["--ending", "returns"], 0, ""),
        (["--ending", "interrupted"], 130, ""),
        (["--ending", "readerLeft"], 0, ""),
        (["--ending", "failed"], 1, "Error: the output cannot be written: No space left on device\n"),
    ])
    func `The exit code says how it ended`(arguments: [String], code: Int32, complaint: String) async {
        let run = await Self.run(arguments)
        #expect(run.code == code)
        #expect(run.output.isEmpty)
        #expect(run.complaints == complaint)
    }

    @Test(arguments: [
        (["--digit", "10"], "'--digit <digit>': It takes a whole number from 1 to 9."),
        (["--digit", "-1"], "'--digit <digit>': It takes a whole number from 1 to 9."),
        (["--time", "0.4"], "'--time <time>': It takes a number of seconds from 0.5 to 2."),
        (["--time", "nan"], "'--time <time>': It takes a number of seconds from 0.5 to 2."),
    ])
    func `A wrong command line is 64, and a complaint`(arguments: [String], expected: String) async {
        let run = await Self.run(arguments)
        #expect(run.code == 64)
        #expect(run.output.isEmpty)
        #expect(run.complaints.hasPrefix("Error: The value '\(arguments[1])' is invalid for \(expected)\n"))
    }

    @Test(arguments: [
        (["--text=", "--digit", "2"], "", 2), (["--digit=2", "--text="], "", 2), (["--text=a="], "a=", 1),
        (["--text", "="], "=", 1), (["--text", ""], "", 1),
    ])
    func `A text may be empty, also joined to its flag`(arguments: [String], text: String, digit: Int) throws {
        let program = try Program.parse(commandLine: arguments)
        #expect(program.text == text)
        #expect(program.digit == digit)
    }

    @Test func `Help is output, and no complaint`() async {
        let run = await Self.run(["--help"])
        #expect(run.code == 0)
        #expect(run.output == Program.helpMessage() + "\n")
        #expect(run.complaints.isEmpty)
    }

    @Test func `Help whose reader has left is no error, and help that cannot be written is one`() async {
        let (left, errors) = (Pipe(), Pipe())
        left.closeReader()
        #expect(await Program.run(["--help"], output: left.writer, errors: errors.writer) == .success)
        #expect(await Program.run(["--help"], output: -1, errors: errors.writer) == .failure)
        errors.closeWriter()
        #expect(errors.readAll() == "Error: the output cannot be written: Bad file descriptor\n")
        errors.closeReader()
        left.closeWriter()
    }

    @Test func `When nobody hears complaints the exit code is the same`() async {
        let left = Pipe()
        left.closeReader()
        #expect(await Program.run(["--no-such-flag"], output: left.writer, errors: left.writer).rawValue == 64)
        left.closeWriter()
    }

    private static func run(_ arguments: [String]) async -> (code: Int32, output: String, complaints: String) {
        let (output, errors) = (Pipe(), Pipe())
        let code = await Program.run(arguments, output: output.writer, errors: errors.writer)
        output.closeWriter()
        errors.closeWriter()
        defer {
            output.closeReader()
            errors.closeReader()
        }
        return (code.rawValue, output.readAll(), errors.readAll())
    }
}
