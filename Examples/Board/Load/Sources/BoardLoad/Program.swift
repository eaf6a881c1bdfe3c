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
        abstract: "Opens thousands of streams on a board that is being edited, and measures.",
        discussion: """
            Start a board with room for the streams first: swift run -c release --package-path Examples/Board Board \
            --port 8090 --connections 6000 --database /tmp/load.sqlite
            """)

    @Option(
        parsing: .unconditional, help: "The port of the board. (default: 8090)", transform: wholeNumber(in: 1...65_535))
    var port = 8_090

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

    func run() async throws {
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
        let address = ServerAddress(host: "127.0.0.1", port: port)
        try await Load(address: address, streams: streams, cards: cards, rate: rate, seconds: seconds).run()
    }
}
