public import DataSources

/// Why a table cannot be followed or written to: what is wrong, where, and what to do.
public struct PostgresError: RetryableError, Hashable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The server does not answer, has ended the connection, or does not take one now.
        case unreachable
        /// The host's name has no address now.
        case unknownHost
        /// The password or the user is wrong, or the server does not let this user in from here.
        case refused
        /// There is no such database.
        case noDatabase
        /// `wal_level` is not `logical`.
        case notLogical
        /// The user lacks a privilege.
        case noPrivilege
        /// There is no such table, or it is of a kind that cannot be followed.
        case noTable
        /// A column is missing, or is not of the replica identity.
        case noColumn
        /// The table has no primary key, or it is not the key of the row type.
        case noKey
        /// The publication is missing or does not publish all that is needed.
        case noPublication
        /// All replication slots of the server are in use.
        case noSlotLeft
        /// Another connection uses the slot.
        case slotInUse
        /// The slot is gone, or the server has removed log that it needs.
        case slotLost
        /// The table, its columns or the publication have changed, so the whole state must be read again.
        case definitionChanged
        /// The server has been told that more is durable than the position to go on from.
        case confirmedAhead
        /// A value that did not change was not sent, and the row is not shown.
        case missingRow
        /// A value cannot be read as what the row type wants.
        case badValue
        /// The bytes from the server are not what the protocol allows.
        case badMessage
        /// A transaction is larger than the limit.
        case transactionTooLarge
        /// The statement failed.
        case statementFailed
        /// The transaction conflicts with another one; it may work when it is tried again.
        case conflict
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, where, and what to do.
    public let message: String
    /// The code of the server's error, if it is the server's.
    public let sqlState: String?

    init(_ code: Code, _ message: String, sqlState: String? = nil) {
        (self.code, self.message, self.sqlState) = (code, message, sqlState)
    }

    /// Whether another attempt can help without anybody changing something first.
    ///
    /// After ``Code/slotLost``, ``Code/definitionChanged``, ``Code/confirmedAhead`` and ``Code/missingRow`` the next attempt
    /// reads the whole state.
    public var isRetryable: Bool {
        switch code {
        case .unreachable, .unknownHost, .noSlotLeft, .slotInUse, .conflict: true
        case .slotLost, .definitionChanged, .confirmedAhead, .missingRow: true
        case .refused, .noDatabase, .notLogical, .noPrivilege, .noTable, .noColumn, .noKey, .noPublication: false
        case .badValue, .badMessage, .transactionTooLarge, .statementFailed: false
        }
    }

    /// Whether the position is of no use any more.
    var needsWholeState: Bool {
        switch code {
        case .slotLost, .definitionChanged, .confirmedAhead, .missingRow: true
        default: false
        }
    }

    /// The code and the message.
    public var description: String {
        "PostgresError.\(code.rawValue)\(sqlState.map { " (\($0))" } ?? ""): \(message)"
    }
}

extension PostgresError {
    /// An error of the server, by its code.
    ///
    /// - Parameters:
    ///   - sqlState: The code; `nil` if there is none, as when the connection is gone.
    ///   - text: What the server or libpq says.
    ///   - place: What was done.
    ///   - replicates: Whether the connection is one for replication.
    init(sqlState: String?, text: String, while place: String, replicates: Bool = false) {
        let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let (code, advice) = Self.answer(to: sqlState ?? "", text, replicates)
        self.init(code, "\(place): \(text)\(advice.isEmpty ? "" : "; \(advice)")", sqlState: sqlState)
    }

    private static func answer(to state: String, _ text: String, _ replicates: Bool) -> (Code, advice: String) {
        switch state {
        case "" where text.contains("could not translate host name"):
            return (.unknownHost, "check the host in the connection string")
        case "": return (.unreachable, "")
        case "28P01", "28000": return (.refused, "check user and password, and pg_hba.conf of the server")
        case "3D000": return (.noDatabase, "check the database's name")
        case "42501": return (.noPrivilege, "grant it to this user")
        case "42P01": return (.noTable, "check the table's name and schema")
        case "42703": return (.noColumn, "check the columns of the row type")
        case "53400": return (.noSlotLeft, "drop a slot that is not used, or raise max_replication_slots")
        case "55006": return (.slotInUse, "one follower can use a slot at a time")
        case "40001", "40P01": return (.conflict, "try the transaction again")
        case "55000" where text.contains("wal_level"): return (.notLogical, logicalAdvice)
        // The publication is there, or the table could not be read before: it is younger than the slot.
        case "42704" where replicates && text.contains("publication"): return (.definitionChanged, "")
        case "42704" where replicates, "55000" where replicates: return (.slotLost, "all rows are read again")
        case _ where state.hasPrefix("08") || state.hasPrefix("57P") || state.hasPrefix("53"):
            return (.unreachable, "")
        default: return (.statementFailed, "")
        }
    }

    static let logicalAdvice = "set wal_level = logical in postgresql.conf, and restart the server"
}
