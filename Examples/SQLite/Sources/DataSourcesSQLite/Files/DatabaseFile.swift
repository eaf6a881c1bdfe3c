import Foundation
import GRDB

/// The files of a database, as they were when it was opened.
///
/// SQLite goes on with a file that was deleted or replaced under its name, and so would never read the new one. It also
/// goes on with a log that was deleted, while others begin a new one: then each overwrites what the other has committed.
struct DatabaseFile: Sendable {
    /// What a name leads to.
    private struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64

        init?(_ path: String, isEmpty: inout Bool) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            isEmpty = status.st_size == 0
            (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        }
    }

    /// The path, without symbolic links.
    let path: String
    private let identity: Identity
    private let wasEmpty: Bool
    /// The log and its index, if it has them, by what their names end with.
    ///
    /// SQLite deletes them with the last connection, or when the database leaves the journal mode WAL.
    private let companions: [(ending: String, identity: Identity)]

    /// - Returns: `nil` if the database is in memory.
    init?(of database: any DatabaseWriter) {
        let path = database.path
        if path.isEmpty || path.hasPrefix(":") || path.hasPrefix("file:") { return nil }
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        self.path = String(cString: real)
        var isEmpty = false
        guard let identity = Identity(self.path, isEmpty: &isEmpty) else { return nil }
        (self.identity, wasEmpty) = (identity, isEmpty)
        companions = ["-wal", "-shm"].compactMap { [path = self.path] ending in
            Identity(path + ending, isEmpty: &isEmpty).map { (ending, $0) }
        }
    }

    /// What has happened to the file so that SQLite's connections no longer have what its name leads to.
    var damage: String? {
        var isEmpty = false
        guard Identity(path, isEmpty: &isEmpty) == identity else { return "\(path) was deleted, moved or replaced" }
        return isEmpty && !wasEmpty ? "\(path) was emptied" : nil
    }

    /// The same of its log and the log's index, if the journal mode is still WAL.
    var logDamage: String? {
        var isEmpty = false
        let lost = companions.first { Identity(path + $0.ending, isEmpty: &isEmpty) != $0.identity }
        return lost.map { "\(path)\($0.ending) was deleted, moved or replaced" }
    }

    /// The folder.
    var folder: String { (path as NSString).deletingLastPathComponent }

    /// The names in the folder whose changes may be commits.
    var names: Set<String> {
        let name = (path as NSString).lastPathComponent
        return [name, name + "-wal", name + "-shm", name + "-journal"]
    }
}
