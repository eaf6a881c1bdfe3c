import Foundation

/// The files of a database that is open, as they were when it was opened.
///
/// SQLite goes on with a file that was deleted or replaced under its name: it writes to what no name leads to any more,
/// and all of it is gone when the process ends.
struct BoardFile: Sendable {
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

    private let files: [(path: String, identity: Identity)]

    /// The files of a database: itself, and its log, which has the last commits.
    ///
    /// - Parameter path: The path that SQLite opened, without symbolic links.
    init(path: String) {
        files = [path, path + "-wal"].compactMap { path in Identity(path).map { (path, $0) } }
    }

    /// Checks that what is written to the database can be found again.
    ///
    /// - Throws: ``Refusal`` if one of the files was deleted, moved or replaced; not any more if it is back.
    func check() throws(Refusal) {
        for (path, identity) in files where Identity(path) != identity {
            throw Refusal(
                .unavailable, "the board cannot be saved: its file was deleted, moved or replaced while the server runs"
            )
        }
    }
}
