import DataSourcesPostgreSQL
import Foundation

/// The rows of a list and their position in one file, which is replaced as a whole.
struct StateFile: Sendable {
    let path: String

    func write(_ rows: some Sequence<Account>, at position: LogPosition) throws {
        var bytes: [UInt8] = []
        func add(_ number: Int) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        func add(_ text: String) {
            add(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }
        add(Int(bitPattern: UInt(position.rawValue)))
        for row in rows {
            add(row.id)
            add(row.balance)
            add(row.tag.rawValue)
            add(row.owner)
            add(row.note == nil ? 0 : 1)
            add(row.note ?? "")
        }
        // Atomically: to another file, which then takes the name.
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// What was written last; `nil` if nothing was.
    func read() throws -> PostgresFollower<Account>.StoredState? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let bytes = [UInt8](data)
        var offset = 0
        func number() throws -> Int {
            guard offset + 8 <= bytes.count else { throw CheckError("the state file \(path) is cut off; remove it") }
            defer { offset += 8 }
            return Int(
                truncatingIfNeeded: bytes[offset..<offset + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        func text() throws -> String {
            let count = try number()
            guard count >= 0, count <= bytes.count - offset else {
                throw CheckError("the state file \(path) is cut off; remove it")
            }
            defer { offset += count }
            return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
        }
        let position = LogPosition(UInt64(bitPattern: Int64(try number())))
        var rows: [Account] = []
        while offset < bytes.count {
            let (id, balance, tag) = (try number(), try number(), Tag(rawValue: try number()))
            let owner = try text()
            let hasNote = try number() == 1
            let note = try text()
            rows.append(Account(id: id, owner: owner, balance: balance, tag: tag, note: hasNote ? note : nil))
        }
        return .init(rows: rows, position: position)
    }
}

/// Why the check cannot be made.
struct CheckError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
