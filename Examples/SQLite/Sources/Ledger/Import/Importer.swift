import Console
import Foundation
import GRDB

/// Imports a file in transactions of a few thousand rows, each of which also says how far the file is imported.
///
/// So however the program ends, nothing is imported twice and nothing is left out.
struct Importer {
    /// How far a file is imported.
    private struct State: Codable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "import"

        var path: String
        var position = 0
        var line = 1
        var fingerprint: Int64
        var imported = 0
        var malformed = 0
    }

    static let batch = 2000
    /// How many malformed rows are named.
    private static let named = 20

    private let name: String
    private let databaseName: String
    private let pool: DatabasePool
    private let malformed: Import.Malformed
    private let size: Int
    private var reader: CSVReader
    private var state: State
    private var reported = 0

    /// Opens the file, where its import was left.
    ///
    /// - Throws: ``LedgerError``, also if it is not the file whose import was begun.
    init(
        _ name: String, into pool: DatabasePool, _ databaseName: String, _ malformed: Import.Malformed,
        fromStart: Bool = false
    ) throws {
        (self.name, self.pool, self.databaseName, self.malformed) = (name, pool, databaseName, malformed)
        guard let file = FileHandle(forReadingAtPath: name) else {
            throw LedgerError("\(name) cannot be read: \(String(cString: strerror(errno))); name a CSV file")
        }
        guard let size = try? file.seekToEnd(), size < UInt64(Int.max) else {
            throw LedgerError("\(name) is a folder or a pipe; name a CSV file")
        }
        self.size = Int(size)
        let path = URL(fileURLWithPath: name).standardizedFileURL.path
        state = State(path: path, fingerprint: Fingerprint().stored)
        do {
            if !fromStart, let begun = try pool.read({ try State.fetchOne($0, key: path) }) { state = begun }
            try file.seek(toOffset: 0)
            guard try Fingerprint.of(first: state.position, in: file) == Fingerprint(stored: state.fingerprint) else {
                throw LedgerError(
                    """
                    \(name) is not the file whose import was begun: its first \(state.position) bytes are others. \
                    Import that one, or all of this one with --from-start
                    """)
            }
        } catch let error as LedgerError { throw error } catch { throw LedgerError(describing: error, name) }
        reader = CSVReader(
            file, position: state.position, line: state.line, fingerprint: Fingerprint(stored: state.fingerprint))
    }

    /// Imports the rest of the file.
    ///
    /// - Throws: ``LedgerError``; `CancellationError` between two transactions.
    mutating func run(_ progress: ImportProgress) async throws {
        var progress = progress
        if state.position == 0 {
            guard try reader.next()?.fields == Entry.titles else {
                throw LedgerError("\(name):1: the columns are not \(Entry.titles.joined(separator: ","))")
            }
        } else if state.position < size {
            try progress.say("continuing \(name) at line \(Cents.grouped(state.line))")
        }
        let before = state.imported
        progress.begin(at: state.position, of: size)
        while true {
            try Task.checkCancellation()
            let (entries, refusal) = try batch(&progress)
            if entries.isEmpty, reader.position == state.position { break }
            (state.position, state.line, state.fingerprint) = (reader.position, reader.line, reader.fingerprint.stored)
            state.imported += entries.count
            do {
                try await pool.write { [state] database in
                    let statement = try database.cachedStatement(
                        sql: "INSERT INTO entry (day, account, payee, category, cents, note) VALUES (?, ?, ?, ?, ?, ?)")
                    for entry in entries {
                        try statement.execute(arguments: [
                            entry.day, entry.account, entry.payee, entry.category, entry.cents, entry.note,
                        ])
                    }
                    try state.upsert(database)
                }
            } catch { throw progress.ended(LedgerError(describing: error, databaseName)) }
            try progress.reached(state.position, rows: state.imported - before)
            if let refusal { throw progress.ended(refusal) }
        }
        let skipped = state.malformed == 0 ? "" : ", \(Cents.grouped(state.malformed)) malformed rows skipped"
        try progress.finish(
            "\(Cents.grouped(state.imported - before)) entries imported, "
                + "\(Cents.grouped(state.imported)) of this file in all\(skipped)"
        )
    }

    /// The next rows, and the error that comes after them if they are refused.
    private mutating func batch(_ progress: inout ImportProgress) throws -> ([Entry], LedgerError?) {
        var entries: [Entry] = []
        entries.reserveCapacity(Self.batch)
        while entries.count < Self.batch {
            let before = reader
            guard let record = try reader.next() else { break }
            do {
                entries.append(try Entry(record))
            } catch {
                if malformed == .refuse {
                    reader = before
                    return (
                        entries,
                        LedgerError(
                            "\(name):\(record.line): \(error); mend the row, or use --malformed skip, and import again")
                    )
                }
                state.malformed += 1
                reported += 1
                if reported <= Self.named { try progress.say("\(name):\(record.line): skipped: \(error)") }
                if reported == Self.named { try progress.say("more malformed rows are only counted") }
            }
        }
        return (entries, nil)
    }
}
