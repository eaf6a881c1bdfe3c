import ArgumentParser
import Console

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

@main
struct Program: ConsoleProgram {
    static let configuration = CommandConfiguration(
        commandName: "BoardLoad",
        abstract: "Starts a board, opens thousands of streams on it while it is edited, checks them and measures.",
        usage: "BoardLoad --board <program> [<options>]",
        discussion: """
            It prints the result to the standard output, and what it does meanwhile to the standard error. The exit code \
            is 1 if a stream was sent something wrong, was lost, or does not come to the newest state in time. All \
            connections stay on 127.0.0.1; the files of the board are in a temporary folder.
            """)

    @Option(help: ArgumentHelp("The program to start: Board, built with -c release.", valueName: "program"))
    var board: String?

    @Option(
        parsing: .unconditional, help: "The number of streams. (default: 5000)", transform: wholeNumber(in: 1...50_000))
    var streams = 5_000

    @Option(
        parsing: .unconditional, help: "The number of cards. (default: 10000)", transform: wholeNumber(in: 1...100_000))
    var cards = 10_000

    @Option(
        parsing: .unconditional, help: "The edits in a second. (default: 200)", transform: wholeNumber(in: 1...10_000))
    var rate = 200

    @Option(
        parsing: .unconditional, help: "How many seconds to edit. (default: 20)", transform: wholeNumber(in: 1...3_600))
    var seconds = 20

    @Option(
        name: .customLong("interval"), parsing: .unconditional,
        help: ArgumentHelp(
            "The milliseconds between two frames to a stream; passed on to the board. (default: the board's)",
            valueName: "ms"),
        transform: wholeNumber(in: 0...10_000))
    var interval: Int?

    @Option(
        name: .customLong("replicas"), parsing: .unconditional,
        help: "The streams whose frames are all decoded and applied, at least. (default: 50)",
        transform: wholeNumber(in: 1...50_000))
    var replicas = 50

    @Option(
        name: .customLong("compare-streams"), parsing: .unconditional,
        help: "The streams for the comparison with obvious services; 0 for none. (default: 50)",
        transform: wholeNumber(in: 0...50_000))
    var compareStreams = 50

    @Option(
        name: .customLong("compare-cards"), parsing: .unconditional,
        help: "The cards for the comparison. (default: 1000)", transform: wholeNumber(in: 1...100_000))
    var compareCards = 1_000

    @Flag(help: "Kill the board twice during the edits instead, and start it again on its file.")
    var crash = false

    @Option(help: ArgumentHelp("Be one of the obvious services: whole-list or changes.", visibility: .hidden))
    var serve: ObviousService.Kind?

    func validate() throws {
        if board == nil, serve == nil { throw ValidationError("Name the program: --board <program>.") }
    }

    func run() async throws {
        raiseFileLimit()
        if let serve { return try await ObviousService(serve).run() }
        let size = Load.Size(streams: streams, cards: cards, rate: rate, seconds: seconds, replicas: replicas)
        let board = ServiceProgram.board(self.board ?? "", interval: interval)
        if crash { return try await Crash(board: board, size: size).run() }
        var rows = [try await Load(program: board, size: size).run()]
        if compareStreams > 0 {
            let small = Load.Size(
                streams: compareStreams, cards: compareCards, rate: rate, seconds: min(seconds, 10),
                replicas: min(replicas, compareStreams))
            for program in [board, .obvious(.wholeList), .obvious(.changes)] {
                rows.append(try await Load(program: program, size: small).run())
            }
            if streams > compareStreams {
                var size = size
                size.seconds = min(seconds, 10)
                rows.append(try await Load(program: .obvious(.changes), size: size).run())
            }
        }
        try StandardOutput.write("\n" + Row.table(rows))
    }

    /// Lets the process have as many connections as the system allows: the limit is often 1,024 at first.
    private func raiseFileLimit() {
        var limit = rlimit()
        #if canImport(Glibc)
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let files = RLIMIT_NOFILE
        #endif
        if getrlimit(files, &limit) == 0 {
            limit.rlim_cur = limit.rlim_max
            _ = setrlimit(files, &limit)
        }
    }
}

extension ObviousService.Kind: ExpressibleByArgument {}
