import CSQLite
import Foundation
import GRDB
import Synchronization

/// Collects the keys of one table's rows that a transaction touches: before and after each change.
///
/// Keys too many do no harm, since rows are read again by key: that of a row whose change was taken back, for example.
final class KeyCollector: Sendable {
    enum Touched {
        case nothing
        case keys(Set<RowKey>)
        /// Too many to read again one by one, or one that cannot be asked for, or nobody knows which.
        case unknown
    }

    /// The most keys of a transaction.
    static var limit: Int { 100_000 }

    fileprivate struct State {
        var table: [CChar] = []
        var keyIndex: Int32 = 0
        var keys: Set<RowKey> = []
        var isUnknown = false
    }

    private let state = Mutex(State())

    func use(_ layout: TableLayout) {
        state.withLock { $0 = State(table: Array(layout.name.utf8CString), keyIndex: layout.keyIndex) }
    }

    func take() -> Touched {
        state.withLock { state in
            defer { (state.keys, state.isUnknown) = ([], false) }
            if state.isUnknown { return .unknown }
            return state.keys.isEmpty ? .nothing : .keys(state.keys)
        }
    }

    func touchedSomething() { state.withLock { $0.isUnknown = true } }

    /// SQLite is about to change a row.
    fileprivate func willChange(
        _ connection: OpaquePointer, _ operation: Int32, _ table: UnsafePointer<CChar>
    ) {
        state.withLock { state in
            guard !state.isUnknown, state.table.withUnsafeBufferPointer({ $0.isCString(table) }) else { return }
            var value: OpaquePointer?
            #if !canImport(Darwin)
            if operation != SQLITE_INSERT {
                state.add(sqlite3_preupdate_old(connection, state.keyIndex, &value), value)
            }
            if operation != SQLITE_DELETE {
                state.add(sqlite3_preupdate_new(connection, state.keyIndex, &value), value)
            }
            #endif
            if state.keys.count > Self.limit { (state.keys, state.isUnknown) = ([], true) }
        }
    }
}

extension KeyCollector.State {
    fileprivate mutating func add(_ code: Int32, _ value: OpaquePointer?) {
        guard code == SQLITE_OK, let value, let key = RowKey(value) else { return isUnknown = true }
        keys.insert(key)
    }
}

extension RowKey {
    /// - Returns: `nil` for NULL, and for what GRDB does not bind as it is: some texts, and a BLOB without bytes.
    fileprivate init?(_ value: OpaquePointer) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self.init(sqlite3_value_int64(value).databaseValue)
        case SQLITE_FLOAT: self.init(sqlite3_value_double(value).databaseValue)
        case SQLITE_TEXT:
            // The length is that of the text in UTF-8 only after the text was asked for.
            guard let bytes = sqlite3_value_text(value) else { return nil }
            self.init(utf8: UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
        case SQLITE_BLOB:
            let bytes = sqlite3_value_blob(value)
            let count = Int(sqlite3_value_bytes(value))
            if count == 0 { return nil }
            self.init(Data(UnsafeRawBufferPointer(start: bytes, count: count)).databaseValue)
        default: return nil
        }
    }
}

/// The preupdate hook of one connection, which has only one, for all who follow tables through it.
///
/// GRDB's own events lack the old id of a row whose id changes, the rows that REPLACE deletes, and all rows of a
/// WITHOUT ROWID table.
final class PreupdateHook: Sendable {
    private static let hooks = Mutex<[UInt: PreupdateHook]>([:])

    private let collectors = Mutex<[KeyCollector]>([])

    /// Whether the library has the hook.
    ///
    /// Apple's is not asked: programs that call the hook may not link with it.
    static var isAvailable: Bool {
        #if canImport(Darwin)
        false
        #else
        sqlite3_compileoption_used("ENABLE_PREUPDATE_HOOK") == 1
        #endif
    }

    /// Adds a collector to the hook of a connection, on the connection's queue.
    static func add(_ collector: KeyCollector, to database: Database) {
        #if !canImport(Darwin)
        let connection = database.sqliteConnection
        let hook = hooks.withLock { hooks in
            let number = UInt(bitPattern: connection)
            let hook = hooks[number] ?? PreupdateHook()
            hooks[number] = hook
            return hook
        }
        hook.collectors.withLock { if !$0.contains(where: { $0 === collector }) { $0.append(collector) } }
        // Again if it is there: a closed connection's address may have been given to this one.
        _ = sqlite3_preupdate_hook(
            connection,
            { context, connection, operation, schema, table, _, _ in
                guard let context, let connection, let schema, let table, strcmp(schema, "main") == 0 else { return }
                let hook = Unmanaged<PreupdateHook>.fromOpaque(context).takeUnretainedValue()
                for collector in hook.collectors.withLock({ $0 }) { collector.willChange(connection, operation, table) }
            }, Unmanaged.passUnretained(hook).toOpaque())
        #endif
    }

    /// Takes it out again, on the connection's queue.
    static func remove(_ collector: KeyCollector, from database: Database) {
        #if !canImport(Darwin)
        let connection = database.sqliteConnection
        hooks.withLock { hooks in
            let number = UInt(bitPattern: connection)
            guard let hook = hooks[number] else { return }
            let isUnused = hook.collectors.withLock { collectors in
                collectors.removeAll { $0 === collector }
                return collectors.isEmpty
            }
            if isUnused {
                _ = sqlite3_preupdate_hook(connection, nil, nil)
                hooks[number] = nil
            }
        }
        #endif
    }
}

extension UnsafeBufferPointer<CChar> {
    /// Whether it has the bytes of a text that ends with 0.
    fileprivate func isCString(_ other: UnsafePointer<CChar>) -> Bool {
        baseAddress.map { strcmp($0, other) == 0 } ?? false
    }
}
