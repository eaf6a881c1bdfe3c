import DataSources
import Foundation
import GRDB

/// A row of the table `card`.
struct CardRow: Hashable, Sendable {
    /// The order of the rows; assigned by SQLite.
    let number: Int64
    let id: TextID
    var column: TextID
    var position: Int64
    var title: String
    var by: String?
    let created: Int64
    /// Whether it is only marked as deleted, and not on the board.
    var isDeleted: Bool

    /// The card and its place.
    var placed: PlacedCard {
        PlacedCard(
            card: Card(id: id, title: title, by: by, created: created),
            place: Place(position: position, number: number))
    }
}

/// A row that cannot be shown, and why.
///
/// The commands of the board make no such row, but another program can write to the file: SQLite stores a value of any
/// type in almost any column, and as text any bytes.
struct UnreadableRow: Error, Hashable, Sendable, CustomStringConvertible {
    let table: String
    /// `nil` if the row has none.
    let number: Int64?
    let reason: String

    var description: String { "row \(number.map(String.init) ?? "without a number") of \(table): \(reason)" }
}

extension CardRow {
    /// The values of ``read(_:)``: of each the type that it has to have, or `NULL`.
    ///
    /// Texts are bytes, since libraries of SQLite end a text at U+0000 and replace what is no UTF-8.
    static let values = """
        CASE typeof(number) WHEN 'integer' THEN number END AS number,
        CASE typeof(id) WHEN 'text' THEN CAST(id AS BLOB) END AS id,
        CASE typeof("column") WHEN 'text' THEN CAST("column" AS BLOB) END AS "column",
        CASE typeof(position) WHEN 'integer' THEN position END AS position,
        CASE typeof(title) WHEN 'text' THEN CAST(title AS BLOB) END AS title,
        CASE typeof(by) WHEN 'text' THEN CAST(by AS BLOB) WHEN 'null' THEN x'' END AS by,
        CASE typeof(created) WHEN 'integer' THEN created END AS created,
        deleted IS NOT NULL AS isDeleted
        """

    /// Positions beyond these leave no room before and after them.
    static let positions = -(Int64(1) << 60)...Int64(1) << 60
    /// Times that browsers can show.
    private static let times: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000
    /// Titles had 4,000 bytes at most in the first version.
    private static let longestTitle = 4_000

    /// Reads a row of ``values``, and says why if it cannot be shown.
    static func read(_ row: Row) throws(UnreadableRow) -> CardRow {
        let number: Int64? = row["number"]
        func unreadable(_ reason: String) -> UnreadableRow {
            UnreadableRow(table: "card", number: number, reason: reason)
        }
        func text(_ name: String, _ range: ClosedRange<Int>) throws(UnreadableRow) -> String {
            let bytes: Data? = row[name]
            do throws(UnreadableText) {
                return try Self.text(bytes, name, range)
            } catch {
                throw unreadable(error.reason)
            }
        }
        guard let number else { throw unreadable("it has no number") }
        let id = try text("id", 1...TextLimits.id)
        let column = try text("column", 1...TextLimits.id)
        let title = try text("title", 1...longestTitle)
        let by = try text("by", 0...65_536)
        guard let position: Int64 = row["position"], positions.contains(position) else {
            throw unreadable("position is no number that leaves room for others")
        }
        guard let created: Int64 = row["created"], times.contains(created) else {
            throw unreadable("created is no time")
        }
        return CardRow(
            number: number, id: TextID(id), column: TextID(column), position: position, title: title,
            by: by.isEmpty ? nil : by.prefix(utf8: TextLimits.name), created: created, isDeleted: row["isDeleted"])
    }

    /// A text from its bytes.
    static func text(_ bytes: Data?, _ name: String, _ range: ClosedRange<Int>) throws(UnreadableText) -> String {
        guard let bytes else { throw UnreadableText(reason: "\(name) is no text") }
        guard range.contains(bytes.count) else {
            throw UnreadableText(
                reason: "\(name) has \(bytes.count) bytes, not \(range.lowerBound) to \(range.upperBound)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableText(reason: "\(name) is not encoded as UTF-8")
        }
        guard !bytes.contains(0) else { throw UnreadableText(reason: "\(name) has the character U+0000") }
        return text
    }
}

/// Why bytes of a row are no text of the board.
struct UnreadableText: Error {
    let reason: String
}

extension String {
    /// The longest beginning that has at most as many bytes, and no broken scalar.
    func prefix(utf8 limit: Int) -> String {
        if utf8.count <= limit { return self }
        var (end, count) = (unicodeScalars.startIndex, 0)
        for index in unicodeScalars.indices {
            count += UTF8.width(unicodeScalars[index])
            if count > limit { break }
            end = unicodeScalars.index(after: index)
        }
        return String(unicodeScalars[..<end])
    }
}
