import DataSources
import GRDB

/// The commands as edits of the tables. All checks come before the first write.
extension Database {
    /// The distance between the positions of neighbors, at first.
    private var gap: Int64 { 1 << 20 }

    /// Makes a command's edit.
    ///
    /// - Throws: ``Refusal`` if it cannot be made; then nothing was written.
    func apply(_ command: BoardCommand, _ bounds: BoardDatabase.Bounds) throws {
        switch command {
        case .add(let add):
            let title = try Self.title(add.title)
            try checkColumn(add.column)
            if try row(add.id) != nil {
                throw Refusal(.cardExists, "there is a card \(add.id), or there was one")
            }
            try checkRoom(bounds)
            let position = try position(in: add.column, before: add.before, for: nil)
            let author = add.by?.trimmed ?? ""
            try insertCard(
                add.id, add.column, position, title, by: author.isEmpty ? nil : author, created: BoardDatabase.now)
            if let label = add.label { try set(label, true, ofRow: lastInsertedRowID) }
        case .rename(let rename):
            let number = try card(rename.id)
            let title = try Self.title(rename.title)
            try execute(
                sql: "UPDATE card SET title = ? WHERE number = ? AND title IS NOT ?", arguments: [title, number, title])
        case .move(let move):
            let number = try card(move.id)
            try checkColumn(move.column)
            if move.before == move.id { return }
            let position = try position(in: move.column, before: move.before, for: move.id)
            try execute(
                sql: "UPDATE card SET \"column\" = ?, position = ? WHERE number = ?",
                arguments: [move.column.text, position, number])
        case .delete(let delete):
            let number = try card(delete.id, orDeleted: true)
            try execute(
                sql: "UPDATE card SET deleted = ? WHERE number = ? AND deleted IS NULL",
                arguments: [BoardDatabase.now, number])
        case .restore(let restore):
            let row = try row(restore.id)
            let number = try card(restore.id, orDeleted: true)
            if row?.isDeleted == true {
                try checkRoom(bounds)
                try execute(sql: "UPDATE card SET deleted = NULL WHERE number = ?", arguments: [number])
            }
        case .label(let edit):
            try set(edit.label, edit.on, ofRow: try card(edit.id))
        case .due(let edit):
            let number = try card(edit.id)
            try execute(
                sql: "UPDATE card SET due = ?2 WHERE number = ?1 AND due IS NOT ?2",
                arguments: [number, edit.due?.text])
        }
    }

    /// Writes the columns of the first version, whose migration adds cards too.
    private func insertCard(
        _ id: TextID, _ column: TextID, _ position: Int64, _ title: String, by: String? = nil, created: Int64
    ) throws {
        try execute(
            sql: "INSERT INTO card (id, \"column\", position, title, by, created) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [id.text, column.text, position, title, by, created])
    }

    private func set(_ label: CardLabel, _ on: Bool, ofRow number: Int64) throws {
        try execute(
            sql: on
                ? "UPDATE card SET labels = labels | ?2 WHERE number = ?1 AND NOT labels & ?2"
                : "UPDATE card SET labels = labels & ~?2 WHERE number = ?1 AND labels & ?2",
            arguments: [number, label.bit])
    }

    // MARK: Checks

    private static func title(_ text: String) throws -> String {
        let title = text.trimmed
        if title.isEmpty { throw Refusal(.emptyTitle, "a card needs a title") }
        try Refusal.check(title, "the title", atMost: TextLimits.title, code: .longTitle)
        return title
    }

    private func checkColumn(_ id: TextID) throws {
        let known =
            try Bool.fetchOne(self, sql: "SELECT 1 FROM boardColumn WHERE id = ?", arguments: [id.text]) ?? false
        if !known { throw Refusal(.noSuchColumn, "there is no column \(id)") }
    }

    private func checkRoom(_ bounds: BoardDatabase.Bounds) throws {
        let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM card WHERE deleted IS NULL") ?? 0
        guard count < bounds.cards else { throw Refusal(.boardFull, "the board has \(count) cards") }
    }

    /// The row of a card, deleted or not; `nil` if there is none.
    private func row(_ id: TextID) throws -> (number: Int64, isDeleted: Bool)? {
        try Row.fetchOne(
            self, sql: "SELECT number, deleted IS NOT NULL AS isDeleted FROM card WHERE id = ?", arguments: [id.text]
        ).map { ($0["number"], $0["isDeleted"]) }
    }

    /// The number of a card's row.
    private func card(_ id: TextID, orDeleted: Bool = false) throws -> Int64 {
        guard let (number, isDeleted) = try row(id), orDeleted || !isDeleted else {
            throw Refusal(.noSuchCard, "there is no card \(id)")
        }
        return number
    }

    // MARK: Order

    /// The cards of a column whose positions leave room before and after them: all, unless another program wrote some.
    private static var ofColumn: String {
        """
        "column" = ? AND deleted IS NULL AND typeof(position) = 'integer'
        AND position BETWEEN \(CardRow.positions.lowerBound) AND \(CardRow.positions.upperBound)
        """
    }

    /// A position directly before a card; at the end if there is none, or if the card is not in the column.
    private func position(in column: TextID, before other: TextID?, for id: TextID?) throws -> Int64 {
        if let other {
            if let position = try position(in: column, directlyBefore: other, for: id) { return position }
            if try place(of: other, in: column) != nil {
                try renumber(column)
                if let position = try position(in: column, directlyBefore: other, for: id) { return position }
            }
        }
        let last = try lastPosition(in: column) + gap
        if CardRow.positions.contains(last) { return last }
        try renumber(column)
        return try lastPosition(in: column) + gap
    }

    private func lastPosition(in column: TextID) throws -> Int64 {
        try Int64.fetchOne(
            self, sql: "SELECT max(position) FROM card WHERE \(Self.ofColumn)", arguments: [column.text]) ?? 0
    }

    /// The middle between a card and the one before it; `nil` if the card is not in the column, or there is no middle.
    private func position(in column: TextID, directlyBefore other: TextID, for id: TextID?) throws -> Int64? {
        guard let next = try place(of: other, in: column) else { return nil }
        let previous = try Int64.fetchOne(
            self,
            sql: """
                SELECT position FROM card
                WHERE \(Self.ofColumn) AND (position, number) < (?, ?) AND id IS NOT ?
                ORDER BY position DESC, number DESC LIMIT 1
                """, arguments: [column.text, next.position, next.number, id?.text])
        guard let previous else {
            let first = next.position - gap
            return CardRow.positions.contains(first) ? first : nil
        }
        let middle = previous + (next.position - previous) / 2
        return middle == previous ? nil : middle
    }

    private func place(of id: TextID, in column: TextID) throws -> Place? {
        let row = try Row.fetchOne(
            self, sql: "SELECT position, number FROM card WHERE \(Self.ofColumn) AND id = ?",
            arguments: [column.text, id.text])
        return row.map { Place(position: $0["position"], number: $0["number"]) }
    }

    /// Gives all cards of a column positions with gaps, in the same order; deleted ones keep theirs.
    private func renumber(_ column: TextID) throws {
        let numbers = try Int64.fetchAll(
            self,
            sql: "SELECT number FROM card WHERE \"column\" = ? AND deleted IS NULL ORDER BY position, number",
            arguments: [column.text])
        for (index, number) in numbers.enumerated() {
            try execute(
                sql: "UPDATE card SET position = ? WHERE number = ?", arguments: [Int64(index + 1) * gap, number])
        }
    }

    // MARK: A new board

    /// The columns and cards of a new board.
    func addFirstCards(now: Int64) throws {
        let columns = [
            ("todo", "To do", ["Drag a card, or move it with the keyboard", "Open this page in a second window"]),
            ("doing", "Doing", ["Try the board"]),
            ("done", "Done", ["Start the server"]),
        ]
        for (position, (id, title, cards)) in columns.enumerated() {
            try execute(
                sql: "INSERT INTO boardColumn (id, title, position) VALUES (?, ?, ?)", arguments: [id, title, position])
            for (index, title) in cards.enumerated() {
                try insertCard(
                    TextID("welcome-\(id)-\(index + 1)"), TextID(id), Int64(index + 1) * gap, title, created: now)
            }
        }
    }
}
