import DataSources
import GRDB

extension FollowedTable {
    /// Notices what other connections and processes commit, until the task is cancelled.
    ///
    /// A file event comes before its commit can be seen. So after one, a connection kept for that is asked whether
    /// anything has been committed, a few times, and only then the writer's connection whether it was somebody else.
    func notice(changesOf file: DatabaseFile) async throws {
        let watch = FileWatch(file)
        var probe: DatabaseQueue?
        var version: Int64?
        /// Since when the file cannot be read.
        var failing: (since: ContinuousClock.Instant, error: any Error)?
        var checks = -1
        for await _ in watch.changes {
            if checks != observer.checkCount, file.damage == nil, file.logDamage == nil {
                // This process has written, too, and asks after each commit. If it does so again after the event, that
                // was soon enough: a file is written to by one process at a time, from the first byte to its commit.
                let before = observer.checkCount
                try await Task.sleep(for: .milliseconds(2))
                checks = observer.checkCount
                if checks != before { continue }
            }
            var pause = Duration.milliseconds(1)
            while !Task.isCancelled {
                do {
                    if let damage = file.damage { throw Self.replaced(damage) }
                    let connection = try probe ?? Self.probe(file, database.configuration)
                    probe = connection
                    if let damage = file.logDamage,
                        try await connection.read({ try String.fetchOne($0, sql: "PRAGMA journal_mode") == "wal" })
                    {
                        throw Self.replaced(damage)
                    }
                    let newest = try await connection.read { try $0.number("PRAGMA data_version") }
                    failing = nil
                    if newest != version {
                        version = newest
                        try await database.writeWithoutTransaction { [observer] in try observer.check($0) }
                        break
                    }
                } catch let error as TableError {
                    mailbox.fail(error)
                    break
                } catch {
                    // A file that is locked for a commit of another process is no failure.
                    let start = failing?.since ?? .now
                    failing = (start, error)
                    if .now - start > .seconds(1), !(error is CancellationError) { mailbox.fail(error) }
                }
                if pause > .milliseconds(100) { break }
                try await Task.sleep(for: pause)
                pause *= 4
            }
        }
        try Task.checkCancellation()
    }

    private static func replaced(_ damage: String) -> TableError {
        TableError(
            .fileReplaced, "\(damage) while the database was open; close it in all programs, and open it again")
    }

    private static func probe(_ file: DatabaseFile, _ configuration: Configuration) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        configuration.label = "DataSourcesSQLite.changes"
        return try DatabaseQueue(path: file.path, configuration: configuration)
    }
}
