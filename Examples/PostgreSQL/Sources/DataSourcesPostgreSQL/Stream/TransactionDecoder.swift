import DataSources

/// A transaction as it came: whole messages, each after its length in four bytes.
struct TransactionMessages: Equatable, Sendable {
    var bytes: [UInt8] = []

    mutating func append(_ message: UnsafeRawBufferPointer) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: message.count).bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: message)
    }
}

/// Makes changes of rows from the messages of a transaction.
///
/// | message | changes |
/// |---|---|
/// | insert | the row |
/// | update | the row; where the key has changed, first the old row is deleted |
/// | delete | the row is deleted |
/// | truncate | all rows that are shown are deleted |
///
/// Large values that were not sent are taken from the row before: from the same transaction, from the rows with large
/// values that it keeps, or else from the list.
struct TransactionDecoder<Row: PostgresRow> {
    /// Where the columns of the row type are in the rows of the table.
    private struct Layout {
        var relation: StreamMessage.Relation
        var places: [Int]
    }

    /// A row with this many bytes may have values that the server keeps apart.
    private static var largeRow: Int { 1_000 }

    /// The table.
    let relation: UInt32
    /// The rows that are shown, before the transaction.
    private let shown: @Sendable () -> ListSnapshot<Row>
    private var layout: Layout?
    /// Rows that have large values: finding a row in the list costs O(*n*), so each is looked for once.
    private var large: [Row.ID: Row] = [:]

    init(relation: UInt32, shown: @escaping @Sendable () -> ListSnapshot<Row>) {
        (self.relation, self.shown) = (relation, shown)
    }

    /// The changes of a transaction.
    ///
    /// - Throws: ``PostgresError``; any error of the row type.
    mutating func changes(_ messages: TransactionMessages) throws -> [RowChange<Row>] {
        var transaction = Transaction()
        var lengths = ByteReader(messages.bytes)
        while !lengths.isAtEnd {
            let length = Int(try lengths.integer(UInt32.self))
            var reader = ByteReader(messages.bytes, in: try lengths.skip(length))
            switch try StreamMessage(&reader) {
            case .relation(let relation): if relation.id == self.relation { try tableChanged(relation) }
            case .insert(relation, let new): put(try row(new, old: nil, messages, &transaction), &transaction)
            case .update(relation, let old, let new):
                let id = try old.map { try Row.id(of: values($0, messages)) }
                let row = try row(new, old: id, messages, &transaction)
                if let id, id != row.row.id { remove(id, &transaction) }
                put(row, &transaction)
            case .delete(relation, let old): remove(try Row.id(of: values(old, messages)), &transaction)
            case .truncate(let relations) where relations.contains(relation): removeAll(&transaction)
            default: break
            }
        }
        return transaction.changes
    }

    // MARK: Changes

    private struct Transaction {
        var changes: [RowChange<Row>] = []
        var isCleared = false
        /// The rows that it has changed, once one is asked for.
        var rows: [Row.ID: Row?]?

        /// The row as the transaction has left it; `nil` if it has not changed it.
        mutating func row(_ id: Row.ID) -> Row?? {
            if rows == nil {
                rows = [:]
                for change in changes {
                    switch change {
                    case .upsert(let row): rows?[row.id] = .some(row)
                    case .delete(let id): rows?[id] = .some(nil)
                    }
                }
            }
            return rows?[id] ?? (isCleared ? .some(nil) : nil)
        }
    }

    private mutating func put(_ made: (row: Row, size: Int), _ transaction: inout Transaction) {
        let row = made.row
        transaction.changes.append(.upsert(row))
        transaction.rows?[row.id] = .some(row)
        if made.size >= Self.largeRow { large[row.id] = row } else if !large.isEmpty { large[row.id] = nil }
    }

    private mutating func remove(_ id: Row.ID, _ transaction: inout Transaction) {
        transaction.changes.append(.delete(id: id))
        transaction.rows?[id] = .some(nil)
        if !large.isEmpty { large[id] = nil }
    }

    private mutating func removeAll(_ transaction: inout Transaction) {
        transaction.changes = shown().map { .delete(id: $0.id) }
        (transaction.rows, transaction.isCleared) = ([:], true)
        large = [:]
    }

    // MARK: Rows

    /// Makes a row; `old` is the id that it had before, or `nil` if it has the same.
    private func row(
        _ new: [RowValues.Value], old: Row.ID?, _ messages: TransactionMessages, _ transaction: inout Transaction
    ) throws -> (row: Row, size: Int) {
        let values = try values(new, messages)
        guard values.hasUnchanged else { return (try Row(values, shown: nil), values.size) }
        let id = try old ?? Row.id(of: values)
        let before = transaction.row(id) ?? large[id] ?? shown()[id: id]
        guard let before else {
            throw PostgresError(
                .missingRow,
                "a large value of the row \(id) was not sent, and the row is not shown; all rows are read again")
        }
        // The value that was not sent is large.
        return (try Row(values, shown: before), max(values.size, Self.largeRow))
    }

    private func values(_ values: [RowValues.Value], _ messages: TransactionMessages) throws -> RowValues {
        guard let layout else {
            throw PostgresError(.badMessage, "a row came before the description of its table")
        }
        guard values.count == layout.relation.columns.count else {
            throw PostgresError(
                .badMessage, "a row has \(values.count) columns, and its table \(layout.relation.columns.count)")
        }
        return RowValues(columns: Row.columns, bytes: messages.bytes, values: layout.places.map { values[$0] })
    }

    // MARK: Tables

    /// The server describes the table before its first row, and after each change of it.
    ///
    /// - Throws: ``PostgresError`` with the code `definitionChanged` if columns of the row type are others than before:
    ///   rows that are shown may have new values that are not sent.
    private mutating func tableChanged(_ relation: StreamMessage.Relation) throws {
        let places = try Row.columns.map { name in
            guard let place = relation.columns.firstIndex(where: { $0.name == name }) else {
                throw PostgresError(
                    .noColumn, "the column \"\(name)\" is no longer in the table; add it, or change the row type")
            }
            return place
        }
        if let layout {
            let before = layout.places.map { layout.relation.columns[$0].type }
            let after = places.map { relation.columns[$0].type }
            let orders = [layout.places, places].map { places in places.indices.sorted { places[$0] < places[$1] } }
            if before != after || orders[0] != orders[1] {
                throw PostgresError(.definitionChanged, "columns of the table have changed; all rows are read again")
            }
        }
        for name in Row.key where relation.columns.first(where: { $0.name == name })?.isKey != true {
            throw PostgresError(
                .noKey,
                "the column \"\(name)\" is no longer of the replica identity; ALTER TABLE … REPLICA IDENTITY sets it")
        }
        layout = Layout(relation: relation, places: places)
    }
}
