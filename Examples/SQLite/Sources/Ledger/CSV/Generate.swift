import ArgumentParser
import Console
import Foundation

struct Generate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes a CSV file of made-up transactions; the same file for the same seed.")

    @Option(parsing: .unconditional, help: "How many.", transform: wholeNumber(in: 1...10_000_000))
    var count = 200_000
    @Option(parsing: .unconditional, help: "What the numbers are made from.", transform: wholeNumber(in: 0...Int.max))
    var seed = 1
    @Option(
        parsing: .unconditional, help: "How many malformed rows are among them.",
        transform: wholeNumber(in: 0...100_000))
    var malformed = 0
    @Option(name: .shortAndLong, help: ArgumentHelp("The file; standard output without it.", valueName: "file"))
    var output: String?

    func run() async throws {
        var descriptor = STDOUT_FILENO
        if let output {
            descriptor = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else {
                throw LedgerError("\(output) cannot be written: \(String(cString: strerror(errno)))")
            }
        }
        defer { if descriptor != STDOUT_FILENO { close(descriptor) } }
        var block = Entry.titles.joined(separator: ",") + "\n"
        let every = malformed > 0 ? max(1, count / malformed) : Int.max
        for (number, entry) in EntryGenerator(count: count, seed: UInt64(seed)).enumerated() {
            block += entry.csv
            if number % every == every - 1 { block += "2024-13-01,Cash,nobody,Nothing,1.00,\n" }
            if block.utf8.count > 65_536 {
                try StandardOutput.write(block, to: descriptor)
                block = ""
            }
        }
        try StandardOutput.write(block, to: descriptor)
    }
}
