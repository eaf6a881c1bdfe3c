/// A row of a table that can be followed.
///
/// ```swift
/// struct Order: PostgresRow {
///     static let columns = ["id", "status", "note"]
///     static let key = ["id"]
///     let id: Int
///     var status: String
///     var note: String?
///
///     static func id(of values: RowValues) throws -> Int { try values.integer("id") }
///
///     init(_ values: RowValues, shown: Order?) throws {
///         id = try values.integer("id")
///         status = try values.string("status")
///         note = try values.optionalString("note", unchanged: shown?.note)
///     }
/// }
/// ```
public protocol PostgresRow: Identifiable, Equatable, Sendable where ID: Sendable {
    /// The columns that a row is made from, among them those of the key.
    static var columns: [String] { get }

    /// The columns of the key: those of the primary key, or of the index that is the replica identity.
    static var key: [String] { get }

    /// The id, from the values of the key's columns; all others may be missing.
    static func id(of values: RowValues) throws -> ID

    /// Makes a row from its values.
    ///
    /// - Parameters:
    ///   - values: The values of the columns.
    ///   - shown: The row as it is shown. The server does not send large values that an update leaves as they are
    ///     (``RowValues/isUnchanged(_:)``); take them from here. It is never `nil` when there are such values.
    /// - Throws: Any error; the follower gives up with it unless it says that another attempt helps.
    init(_ values: RowValues, shown: Self?) throws
}
