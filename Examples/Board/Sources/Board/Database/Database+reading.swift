import DataSources
import Foundation
import GRDB

extension Database {
    /// Reads all columns with their cards.
    ///
    /// - Parameter report: Called for each row that cannot be shown. The others are read nevertheless.
    /// - Returns: The columns, with each id once, and the cards of each in their order.
    /// - Throws: An error of SQLite.
    func readBoard(report: (UnreadableRow) -> Void) throws -> [ItemSection<Column, PlacedCard>] {
        let columns = try readColumns(report)
        var cards = [[PlacedCard]](repeating: [], count: columns.count)
        let places = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1.id, $0) })
        // The table has a unique index, unless another program has made the table.
        var known: Set<TextID> = []
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT \(CardRow.values) FROM card WHERE deleted IS NULL
                ORDER BY card."column", card.position, card.number
                """)
        while let row = try rows.next() {
            do throws(UnreadableRow) {
                let card = try CardRow.read(row)
                func unreadable(_ reason: String) -> UnreadableRow {
                    UnreadableRow(table: "card", number: card.number, reason: reason)
                }
                guard let place = places[card.column] else { throw unreadable("its column is not on the board") }
                guard known.insert(card.id).inserted else { throw unreadable("another row has its id") }
                cards[place].append(card.placed)
            } catch {
                report(error)
            }
        }
        return columns.enumerated().map { index, column in
            var header = column
            header.count = cards[index].count
            return ItemSection(header, items: cards[index])
        }
    }

    private func readColumns(_ report: (UnreadableRow) -> Void) throws -> [Column] {
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT rowid AS number, CASE typeof(id) WHEN 'text' THEN CAST(id AS BLOB) END AS id,
                    CASE typeof(title) WHEN 'text' THEN CAST(title AS BLOB) END AS title
                FROM boardColumn ORDER BY boardColumn.position
                """)
        var columns: [Column] = []
        var known: Set<TextID> = []
        while let row = try rows.next() {
            func unreadable(_ reason: String) -> UnreadableRow {
                UnreadableRow(table: "boardColumn", number: row["number"], reason: reason)
            }
            do {
                let id = TextID(try CardRow.text(row["id"], "id", 1...TextLimits.id))
                let title = try CardRow.text(row["title"], "title", 0...TextLimits.title)
                guard known.insert(id).inserted else { throw UnreadableText(reason: "another row has its id") }
                columns.append(Column(id: id, title: title))
            } catch let error as UnreadableText {
                report(unreadable(error.reason))
            }
        }
        return columns
    }

    /// Reads some cards, also deleted ones; those that are not in the table any more are left out.
    func readCards(_ numbers: [Int64]) throws -> (cards: [CardRow], unreadable: [UnreadableRow]) {
        var (cards, unreadable): ([CardRow], [UnreadableRow]) = ([], [])
        var remaining = numbers[...]
        while !remaining.isEmpty {
            // SQLite limits the length of a statement.
            let part = remaining.prefix(1_000)
            let list = part.map(String.init).joined(separator: ",")
            let rows = try Row.fetchCursor(
                self, sql: "SELECT \(CardRow.values) FROM card WHERE card.number IN (\(list))")
            while let row = try rows.next() {
                do throws(UnreadableRow) {
                    cards.append(try CardRow.read(row))
                } catch {
                    unreadable.append(error)
                }
            }
            remaining = remaining.dropFirst(part.count)
        }
        return (cards, unreadable)
    }
}
