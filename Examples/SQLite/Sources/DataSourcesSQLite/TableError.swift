public import DataSources

/// Why a table cannot be followed.
public struct TableError: RetryableError, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The table does not exist, perhaps not any more.
        case missingTable
        /// A column of the query does not exist, perhaps not any more.
        case missingColumn
        /// It is a view or a virtual table, whose rows SQLite does not report.
        case notATable
        /// Two rows could have the same key.
        case notUnique
        /// The file was deleted, moved, replaced or emptied while the database was open, or its log was.
        case fileReplaced
        /// A transaction was left open on the connection that writes.
        case busy
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, and what to do.
    public let message: String

    init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Whether another attempt can help: a table or a column may be created by whoever dropped it.
    public var isRetryable: Bool {
        switch code {
        case .missingTable, .missingColumn, .busy: true
        case .notATable, .notUnique, .fileReplaced: false
        }
    }

    /// The message.
    public var description: String { message }
}
