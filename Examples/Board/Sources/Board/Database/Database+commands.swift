import GRDB

/// The commands as edits of the tables. All checks come before the first write.
extension Database {
    /// The distance between the positions of neighbors, at first.
    private var gap: Int64 { 1 << 20 }

    /// Makes a command's edit.
    ///
    /// - Throws: ``Refusal`` if it cannot be made; then nothing was written.
    func apply(_ command: BoardCommand) throws {
        switch command {
        case .add(let add):
            let title = try Self.title(add.title)
            try checkColumn(add.column)
            let known = try CardRow.filter(sql: "id = ?", arguments: [add.id]).fetchCount(self)
            guard known == 0 else { throw Refusal(.cardExists, "there is a card \(add.id), or there was one") }
            let count = try Int.fetchOne(self, sql: "SELECT count(*) FROM card WHERE deleted IS NULL") ?? 0
            guard count < BoardCommand.maximalCards else { throw Refusal(.boardFull, "the board has \(count) cards") }
            let position = try position(in: add.column, before: add.before, for: nil)
            var author = add.by?.trimmed ?? ""
            if author.count > 40 { author = String(author.prefix(40)) }
            try CardRow(
                id: add.id, column: add.column, position: position, title: title, by: author.isEmpty ? nil : author,
                created: BoardDatabase.now
            ).insert(self)
        case .rename(let rename):
            let row = try card(rename.id)
            let title = try Self.title(rename.title)
            if title == row.title { return }
            try execute(sql: "UPDATE card SET title = ? WHERE number = ?", arguments: [title, row.number])
        case .move(let move):
            let row = try card(move.id)
            try checkColumn(move.column)
            if move.before == move.id { return }
            let position = try position(in: move.column, before: move.before, for: move.id)
            try execute(
                sql: "UPDATE card SET \"column\" = ?, position = ? WHERE number = ?",
                arguments: [move.column, position, row.number])
        case .delete(let delete):
            let row = try card(delete.id, deleted: true)
            if row.deleted == nil {
                try execute(
                    sql: "UPDATE card SET deleted = ? WHERE number = ?", arguments: [BoardDatabase.now, row.number])
            }
        case .restore(let restore):
            let row = try card(restore.id, deleted: true)
            if row.deleted != nil {
                try execute(sql: "UPDATE card SET deleted = NULL WHERE number = ?", arguments: [row.number])
            }
        }
    }

    // MARK: Checks

    private static func title(_ text: String) throws -> String {
        let title = text.trimmed
        if title.isEmpty { throw Refusal(.emptyTitle, "a card needs a title") }
        if title.count > 500 || title.utf8.count > 4_000 {
            throw Refusal(.longTitle, "a title has at most 500 characters")
        }
        return title
    }

    private func checkColumn(_ id: String) throws {
        let known = try Bool.fetchOne(self, sql: "SELECT 1 FROM boardColumn WHERE id = ?", arguments: [id]) ?? false
        if !known { throw Refusal(.noSuchColumn, "there is no column \(id)") }
    }

    private func card(_ id: String, deleted: Bool = false) throws -> CardRow {
        guard let row = try CardRow.fetchOne(self, sql: "SELECT * FROM card WHERE id = ?", arguments: [id]),
            deleted || row.deleted == nil
        else { throw Refusal(.noSuchCard, "there is no card \(id)") }
        return row
    }

    // MARK: Order

    /// A position directly before a card; at the end if there is none, or if the card is not in the column.
    private func position(in column: String, before other: String?, for id: String?) throws -> Int64 {
        if let other {
            if let position = try position(in: column, directlyBefore: other, for: id) { return position }
            if try place(of: other, in: column) != nil {
                try renumber(column)
                if let position = try position(in: column, directlyBefore: other, for: id) { return position }
            }
        }
        let last = try Int64.fetchOne(
            self, sql: "SELECT max(position) FROM card WHERE \"column\" = ? AND deleted IS NULL", arguments: [column])
        return (last ?? 0) + gap
    }

    /// The middle between a card and the one before it; `nil` if the card is not in the column, or there is no middle.
    private func position(in column: String, directlyBefore other: String, for id: String?) throws -> Int64? {
        guard let next = try place(of: other, in: column) else { return nil }
        let previous = try Int64.fetchOne(
            self,
            sql: """
                SELECT position FROM card
                WHERE "column" = ? AND deleted IS NULL AND (position, number) < (?, ?) AND id IS NOT ?
                ORDER BY position DESC, number DESC LIMIT 1
                """, arguments: [column, next.position, next.number, id])
        guard let previous else { return next.position - gap }
        let middle = previous + (next.position - previous) / 2
        return middle == previous ? nil : middle
    }

    private func place(of id: String, in column: String) throws -> Place? {
        let row = try Row.fetchOne(
            self, sql: "SELECT position, number FROM card WHERE id = ? AND \"column\" = ? AND deleted IS NULL",
            arguments: [id, column])
        return row.map { Place(position: $0["position"], number: $0["number"]) }
    }

    /// Gives all cards of a column positions with gaps, in the same order; deleted ones keep theirs.
    private func renumber(_ column: String) throws {
        let numbers = try Int64.fetchAll(
            self,
            sql: "SELECT number FROM card WHERE \"column\" = ? AND deleted IS NULL ORDER BY position, number",
            arguments: [column])
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
                try CardRow(
                    id: "welcome-\(id)-\(index + 1)", column: id, position: Int64(index + 1) * gap, title: title,
                    created: now
                ).insert(self)
            }
        }
    }
}
