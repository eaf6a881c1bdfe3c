import DataSources
import DataSourcesSQLite
import Foundation
import GRDB

/// A row of the table `card` that is not marked as deleted, whatever it holds.
struct CardRow: TableRow {
    /// The number of the row; assigned by SQLite.
    let id: Int64
    private let card: Result<PlacedCard, UnreadableText>

    static let query = TableQuery<CardRow>(
        "card", key: "number",
        columns: ["number", "id", "column", "position", "title", "by", "created", "labels", "due"],
        where: "deleted IS NULL AND typeof(number) = 'integer'")
    /// Positions beyond these leave no room before and after them.
    static let positions = -(Int64(1) << 60)...Int64(1) << 60

    init(row: Row) throws {
        let number: Int64 = try row.decode(forColumn: "number")
        id = number
        card = Result { () throws(UnreadableText) in try PlacedCard(row, number: number) }
    }

    /// The card, or why the row cannot be shown on a board with these columns.
    func placed(on columns: Set<Column.ID>) -> Result<PlacedCard, UnreadableText> {
        card.flatMap { placed in
            columns.contains(placed.column) ? card : .failure(UnreadableText(reason: "its column is not on the board"))
        }
    }
}

extension PlacedCard {
    /// Times that browsers can show.
    private static let times: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000
    /// Titles had 4,000 bytes at most in the first version.
    private static let longestTitle = 4_000

    fileprivate init(_ row: Row, number: Int64) throws(UnreadableText) {
        let id = TextID(try row.text("id", 1...TextLimits.id))
        column = TextID(try row.text("column", 1...TextLimits.id))
        let title = try row.text("title", 1...Self.longestTitle)
        let by = row.value("by").isNull ? "" : try row.text("by", 0...65_536)
        guard case .int64(let position) = row.value("position").storage, CardRow.positions.contains(position) else {
            throw UnreadableText(reason: "position is no number that leaves room for others")
        }
        guard case .int64(let created) = row.value("created").storage, Self.times.contains(created) else {
            throw UnreadableText(reason: "created is no time")
        }
        guard case .int64(let labels) = row.value("labels").storage, labels & CardLabel.bits == labels else {
            throw UnreadableText(reason: "labels is no number of labels")
        }
        place = Place(position: position, number: number)
        card = Card(
            id: id, title: title, by: by.isEmpty ? nil : by.prefix(utf8: TextLimits.name), created: created,
            labels: labels == 0 ? nil : CardLabel.labels(labels), due: try row.day("due"))
    }
}

extension Row {
    fileprivate func value(_ column: String) -> DatabaseValue { self[column] }

    /// A day, `nil` if the row has none.
    fileprivate func day(_ column: String) throws(UnreadableText) -> Day? {
        if value(column).isNull { return nil }
        let text = try text(column, 0...TextLimits.id)
        do {
            return try Day(text)
        } catch {
            throw UnreadableText(reason: "\(column): \(error.message)")
        }
    }

    /// A text, checked byte by byte: libraries of SQLite end a text at U+0000 and replace what is no UTF-8.
    func text(_ column: String, _ range: ClosedRange<Int>) throws(UnreadableText) -> String {
        guard case .string = value(column).storage, let bytes = try? decode(Data.self, forColumn: column) else {
            throw UnreadableText(reason: "\(column) is no text")
        }
        guard range.contains(bytes.count) else {
            throw UnreadableText(
                reason: "\(column) has \(bytes.count) bytes, not \(range.lowerBound) to \(range.upperBound)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableText(reason: "\(column) is not encoded as UTF-8")
        }
        guard !bytes.contains(0) else { throw UnreadableText(reason: "\(column) has the character U+0000") }
        return text
    }
}

/// Why bytes of a row are no card or column.
struct UnreadableText: Error, Hashable {
    let reason: String
}

/// A row that cannot be shown, and why.
///
/// The commands of the board make no such row, but another program can write to the file: SQLite stores a value of any
/// type in almost any column, and as text any bytes.
struct UnreadableRow: Hashable, Sendable, CustomStringConvertible {
    let table: String
    /// `nil` if the row has none.
    let number: Int64?
    let reason: String

    var description: String { "row \(number.map(String.init) ?? "without a number") of \(table): \(reason)" }
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
