import Foundation
import GRDB

/// The file of a database, as it was when it was opened.
///
/// SQLite goes on with a file that was deleted or replaced under its name, and so would never read the new one.
struct DatabaseFile: Sendable {
    /// What a name leads to.
    private struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino))
        }
    }

    /// The path, without symbolic links.
    let path: String
    private let identity: Identity

    /// - Returns: `nil` if the database is in memory.
    init?(of database: any DatabaseWriter) {
        let path = database.path
        if path.isEmpty || path.hasPrefix(":") || path.hasPrefix("file:") { return nil }
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        self.path = String(cString: real)
        guard let identity = Identity(self.path) else { return nil }
        self.identity = identity
    }

    /// Whether the name still leads to it.
    var isThere: Bool { Identity(path) == identity }

    /// The folder.
    var folder: String { (path as NSString).deletingLastPathComponent }

    /// The names in the folder whose changes may be commits.
    var names: Set<String> {
        let name = (path as NSString).lastPathComponent
        return [name, name + "-wal", name + "-journal"]
    }
}
