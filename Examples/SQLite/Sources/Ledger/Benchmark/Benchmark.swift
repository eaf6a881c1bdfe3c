import ArgumentParser
import Console
import DataSources
import DataSourcesSQLite
import Foundation
import GRDB

struct Benchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures what following a table costs, beside GRDB's ValueObservation.",
        discussion: "Build it with -c release. It needs about 150 MB in the folder for temporary files.")

    @Option(parsing: .unconditional, help: "The rows of the table.", transform: wholeNumber(in: 1000...10_000_000))
    var rows = 1_000_000
    @Option(
        parsing: .unconditional, help: "Transactions of 10 rows; a tenth of them for ValueObservation.",
        transform: wholeNumber(in: 10...100_000))
    var rounds = 300

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("benchmark.sqlite").path
        try await untilInterrupted { [rows, rounds] in
            let pool = try LedgerFile.open(path, creates: true)
            try await Measurements(pool: pool, rows: rows, rounds: rounds).run()
            try pool.close()
        }
    }
}
