public import DataSources
public import GRDB

/// Reads rows from a database.
///
/// It is created where the query is, and so is specialised in the client's module.
@usableFromInline
struct RowReader<Item: TableRow>: Sendable {
    /// What is different, and whether the ids of the rows may be equal though their keys are not.
    @usableFromInline
    typealias Difference = (changes: [RowChange<Item>], mayHaveTwins: Bool)

    /// Reads rows in batches, until the batch taker returns `false`.
    let readAll:
        @Sendable (
            Database, _ sql: String, StatementArguments, _ take: ([Item], _ mayHaveTwins: Bool) throws -> Bool
        ) throws -> Void
    /// The changes of rows with these keys: those that are found are upserted, the others deleted; `nil` if keys do not
    /// tell which items they are.
    let readChanges:
        @Sendable (Database, _ one: String, _ some: String, StatementArguments, Set<RowKey>) throws
            -> [RowChange<Item>]?
    /// The changes from a list to what a query finds; `nil` if there are more than the limit, or two rows have one id.
    let compare:
        @Sendable (ListSnapshot<Item>, Database, _ sql: String, StatementArguments, _ limit: Int) throws -> Difference?

    /// How many rows of a whole state come at once.
    @usableFromInline static var batch: Int { 2000 }
    /// How many keys one statement takes.
    @usableFromInline static var chunk: Int { 16 }

    @usableFromInline
    init(
        readAll:
            @escaping @Sendable (Database, String, StatementArguments, ([Item], Bool) throws -> Bool) throws -> Void,
        readChanges:
            @escaping @Sendable (Database, String, String, StatementArguments, Set<RowKey>) throws ->
            [RowChange<Item>]?,
        compare:
            @escaping @Sendable (ListSnapshot<Item>, Database, String, StatementArguments, Int) throws -> Difference?
    ) {
        (self.readAll, self.readChanges, self.compare) = (readAll, readChanges, compare)
    }

    @inlinable
    init(key: String, sortedBy sorting: [SortColumn<Item>]) {
        self.init(
            readAll: { database, sql, arguments, take in
                let statement = try database.makeStatement(sql: sql)
                let rows = try Row.fetchCursor(statement, arguments: arguments)
                var keys = KeyCheck<Item>(key, in: statement)
                var batch: [Item] = []
                batch.reserveCapacity(Self.batch)
                while let row = try rows.next() {
                    let item = try Item(row: row)
                    keys.see(item)
                    batch.append(item)
                    if batch.count == Self.batch {
                        if try !take(batch, keys.mayHaveTwins) { return }
                        batch.removeAll(keepingCapacity: true)
                    }
                }
                if !batch.isEmpty { _ = try take(batch, keys.mayHaveTwins) }
            },
            readChanges: { try Self.changes(of: $4, in: $0, one: $1, some: $2, $3) },
            compare: { try Self.changes(from: $0, in: $1, $2, $3, limit: $4, key: key, sortedBy: sorting) }
        )
    }

    /// Walks through the list beside the rows, which have the same order, and keeps only what differs.
    ///
    /// If the orders differ after all, as texts can by their collation, more is told than differs. The result is the
    /// same: a row counts as unchanged only beside an equal item.
    @inlinable
    static func changes(
        from shown: ListSnapshot<Item>, in database: Database, _ sql: String, _ arguments: StatementArguments,
        limit: Int, key: String, sortedBy sorting: [SortColumn<Item>]
    ) throws -> Difference? {
        let statement = try database.makeStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var keys = KeyCheck<Item>(key, in: statement)
        var items = shown.makeIterator()
        var item = items.next()
        var changed: [RowChange<Item>] = []
        var (upserted, left) = (Set<Item.ID>(), [Item.ID]())
        while let row = try rows.next() {
            let new = try Item(row: row)
            keys.see(new)
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
                if !upserted.insert(new.id).inserted { return nil }
            }
            if changed.count + left.count > limit { return nil }
        }
        while let old = item {
            left.append(old.id)
            if changed.count + left.count > limit { return nil }
            item = items.next()
        }
        for id in left where upserted.remove(id) == nil { changed.append(.delete(id: id)) }
        // The rest are new: none of the items that have stayed may have the same id.
        if !upserted.isEmpty, shown.contains(where: { upserted.contains($0.id) }) { return nil }
        return (changed, keys.mayHaveTwins)
    }

    @inlinable
    static func changes(
        of keys: Set<RowKey>, in database: Database, one: String, some: String, _ arguments: StatementArguments
    ) throws -> [RowChange<Item>]? {
        let statement = try database.cachedStatement(sql: keys.count == 1 ? one : some)
        var gone = Set<Item.ID>(minimumCapacity: keys.count)
        for key in keys {
            // A key that is stored in another way than its id would be, may be one of two for the same id.
            guard let id = Item.ID.fromDatabaseValue(key.value), RowKey(id.databaseValue) == key,
                !key.mayHaveTwin(as: Item.ID.self)
            else { return nil }
            gone.insert(id)
        }
        var changes: [RowChange<Item>] = []
        changes.reserveCapacity(keys.count)
        var chunk: [DatabaseValue] = []
        chunk.reserveCapacity(Self.chunk)
        var left = keys.count
        for key in keys {
            chunk.append(key.value)
            left -= 1
            if chunk.count < Self.chunk, left > 0 { continue }
            // A key that is asked for twice is found once.
            if keys.count > 1 { chunk.append(contentsOf: repeatElement(key.value, count: Self.chunk - chunk.count)) }
            let rows = try Row.fetchCursor(statement, arguments: arguments + StatementArguments(chunk))
            while let row = try rows.next() {
                let item = try Item(row: row)
                guard keys.contains(RowKey(item.id.databaseValue)) else { return nil }
                gone.remove(item.id)
                changes.append(.upsert(item))
            }
            chunk.removeAll(keepingCapacity: true)
        }
        for id in gone { changes.append(.delete(id: id)) }
        return changes
    }
}
