public import DataSources
public import GRDB

/// Reads rows from a database.
///
/// It is created where the query is, and so is specialised in the client's module.
@usableFromInline
struct RowReader<Item: TableRow>: Sendable {
    /// Reads rows in batches, until the batch taker returns `false`.
    let readAll: @Sendable (Database, _ sql: String, StatementArguments, _ take: ([Item]) throws -> Bool) throws -> Void
    /// The changes of rows with these keys: those that are found are upserted, the others deleted.
    let readChanges:
        @Sendable (Database, _ one: String, _ some: String, StatementArguments, Set<DatabaseValue>) throws
            -> [RowChange<Item>]
    /// The changes from a list to what a query finds; `nil` if there are more than the limit.
    let compare:
        @Sendable (ListSnapshot<Item>, Database, _ sql: String, StatementArguments, _ limit: Int) throws
            -> [RowChange<Item>]?

    /// How many rows of a whole state come at once.
    @usableFromInline static var batch: Int { 2000 }
    /// How many keys one statement takes.
    @usableFromInline static var chunk: Int { 16 }

    @usableFromInline
    init(
        readAll: @escaping @Sendable (Database, String, StatementArguments, ([Item]) throws -> Bool) throws -> Void,
        readChanges:
            @escaping @Sendable (Database, String, String, StatementArguments, Set<DatabaseValue>) throws ->
            [RowChange<Item>],
        compare:
            @escaping @Sendable (ListSnapshot<Item>, Database, String, StatementArguments, Int) throws ->
            [RowChange<Item>]?
    ) {
        (self.readAll, self.readChanges, self.compare) = (readAll, readChanges, compare)
    }

    @inlinable
    init(sortedBy sorting: [SortColumn<Item>]) {
        self.init(
            readAll: { database, sql, arguments, take in
                let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
                var batch: [Item] = []
                batch.reserveCapacity(Self.batch)
                while let row = try rows.next() {
                    batch.append(try Item(row: row))
                    if batch.count == Self.batch {
                        if try !take(batch) { return }
                        batch.removeAll(keepingCapacity: true)
                    }
                }
                if !batch.isEmpty { _ = try take(batch) }
            },
            readChanges: { try Self.changes(of: $4, in: $0, one: $1, some: $2, $3) },
            compare: { try Self.changes(from: $0, in: $1, $2, $3, limit: $4, sortedBy: sorting) }
        )
    }

    /// Walks through the list beside the rows, which have the same order, and keeps only what differs.
    ///
    /// If the orders differ after all, as texts can by their collation, more is told than differs. The result is the
    /// same: a row counts as unchanged only beside an equal item.
    @inlinable
    static func changes(
        from shown: ListSnapshot<Item>, in database: Database, _ sql: String, _ arguments: StatementArguments,
        limit: Int, sortedBy sorting: [SortColumn<Item>]
    ) throws -> [RowChange<Item>]? {
        let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        var items = shown.makeIterator()
        var item = items.next()
        var changed: [RowChange<Item>] = []
        var (upserted, left) = (Set<Item.ID>(), [Item.ID]())
        while let row = try rows.next() {
            let new = try Item(row: row)
            var isUpsert = true
            while let old = item {
                let standing = old == new ? 0 : sorting.lazy.map { $0.standing(old, new) }.first { $0 != 0 } ?? 0
                if standing > 0 { break }
                isUpsert = old != new
                if isUpsert { left.append(old.id) }
                item = items.next()
                if standing == 0 { break }
            }
            if isUpsert {
                changed.append(.upsert(new))
                upserted.insert(new.id)
            }
            if changed.count + left.count > limit { return nil }
        }
        while let old = item {
            left.append(old.id)
            if changed.count + left.count > limit { return nil }
            item = items.next()
        }
        for id in left where !upserted.contains(id) { changed.append(.delete(id: id)) }
        return changed
    }

    @inlinable
    static func changes(
        of keys: Set<DatabaseValue>, in database: Database, one: String, some: String, _ arguments: StatementArguments
    ) throws -> [RowChange<Item>] {
        let statement = try database.cachedStatement(sql: keys.count == 1 ? one : some)
        var gone = Set(keys.compactMap { Item.ID.fromDatabaseValue($0) })
        var changes: [RowChange<Item>] = []
        changes.reserveCapacity(keys.count)
        var chunk: [DatabaseValue] = []
        chunk.reserveCapacity(Self.chunk)
        var left = keys.count
        for key in keys {
            chunk.append(key)
            left -= 1
            if chunk.count < Self.chunk, left > 0 { continue }
            // A key that is asked for twice is found once.
            if keys.count > 1 { chunk.append(contentsOf: repeatElement(key, count: Self.chunk - chunk.count)) }
            let rows = try Row.fetchCursor(statement, arguments: arguments + StatementArguments(chunk))
            while let row = try rows.next() {
                let item = try Item(row: row)
                gone.remove(item.id)
                changes.append(.upsert(item))
            }
            chunk.removeAll(keepingCapacity: true)
        }
        for id in gone { changes.append(.delete(id: id)) }
        return changes
    }
}
