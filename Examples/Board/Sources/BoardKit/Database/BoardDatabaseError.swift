import GRDB

/// A file cannot be used as a board.
public struct BoardDatabaseError: Error, CustomStringConvertible {
    let path: String
    let reason: String
    /// Whether another program uses the file, which may end.
    public let isInUse: Bool

    init(path: String, _ error: any Error) {
        self.path = path
        isInUse = [.SQLITE_BUSY, .SQLITE_LOCKED].contains((error as? DatabaseError)?.resultCode)
        reason = Self.reason(error)
    }

    /// What an error of SQLite or of the table means, for people.
    static func reason(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        return switch error.resultCode {
        case .SQLITE_CANTOPEN: "it cannot be opened; is the folder there, and may you write to it?"
        case .SQLITE_NOTADB: "it is no board\(error.message.map { ": \($0)" } ?? "")"
        case .SQLITE_BUSY, .SQLITE_LOCKED: "another program uses it"
        case .SQLITE_READONLY: "it may not be written to"
        case .SQLITE_FULL: "the disk is full, or the file is as large as it may be"
        default: "\(error.message ?? "SQLite reports \(error.resultCode)")"
        }
    }

    /// What is wrong, for people.
    public var description: String { "the database \(path) cannot be used: \(reason)" }
}
