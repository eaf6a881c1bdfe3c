public import Foundation
import Processes
import Synchronization

/// A server of PostgreSQL on a socket in a temporary folder, with logical replication.
///
/// Nothing of it stays behind: a small shell waits beside it, ends it and removes the folder when this process has
/// ended, however that was. Its methods block; call them where that does no harm.
public final class PrivateServer: Sendable {
    /// How it ends.
    public enum Shutdown: Sendable {
        /// As for a restart: connections are closed.
        case fast
        /// As in a crash: SIGKILL.
        case kill
    }

    /// The folder of its data, its socket and its log.
    public let folder: URL
    private let settings: [String]
    private let programs: String
    private let prefix: [String]
    private let guardian = Mutex<Guardian?>(nil)

    /// The URL of its database `postgres`, as the superuser.
    public var url: String { url(user: "postgres") }

    /// The URL of its database `postgres` for a user.
    public func url(user: String) -> String {
        let path = folder.path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? folder.path
        return "postgresql:///postgres?host=\(path)&user=\(user)"
    }

    /// Makes a server, and starts it.
    ///
    /// - Parameter settings: Further settings, such as `max_slot_wal_keep_size=64MB`.
    /// - Throws: ``ServerError``, after which nothing is left.
    public init(settings: [String] = []) throws {
        (programs, prefix) = (try Programs.folder(), try Programs.prefix())
        self.settings = settings
        // Short: the path of a socket has at most 107 bytes.
        folder = URL(fileURLWithPath: "/tmp/pg-\(getpid())-\(UInt32.random(in: 0...0xFFFF_FFFF))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        do {
            if !prefix.isEmpty, let user = getpwnam("postgres")?.pointee {
                guard chown(folder.path, user.pw_uid, user.pw_gid) == 0 else {
                    throw ServerError("\(folder.path) cannot be given to the user postgres")
                }
            }
            try Programs.run(
                prefix + [
                    "\(programs)/initdb", "--pgdata", data, "--auth", "trust", "--username", "postgres", "--no-sync",
                    "--encoding", "UTF8", "--no-locale",
                ])
            try start()
        } catch {
            release(keepsFolder: false)
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private var data: String { folder.appending(path: "data").path }

    /// The process that all others are children of; `nil` if it does not run.
    public var process: Int32? {
        (try? String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8))?.split(separator: "\n").first
            .flatMap { Int32($0) }
    }

    /// The last lines of its log.
    public var log: String {
        let text = (try? String(contentsOfFile: folder.appending(path: "log").path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(20).joined(separator: "\n")
    }

    // MARK: Starting

    /// The shell that waits beside the server: the end of its input is the end of this process, or of the server.
    private static let script = """
        trap '' INT TERM HUP
        folder=$1; shift
        "$@" >> "$folder/log" 2>&1 < /dev/null &
        server=$!
        words=$(cat)
        kill -INT $server 2> /dev/null
        wait $server
        [ "$words" = keep ] || rm -rf "$folder"
        """

    /// Starts it again after ``stop(_:)``, and waits until it takes connections.
    ///
    /// - Throws: ``ServerError`` with its log, if it does not start within a minute.
    public func start() throws {
        let deadline = Date().addingTimeInterval(60)
        while true {
            // The file of a server that was killed is still there.
            let before = process
            try launch()
            let patience = Date().addingTimeInterval(2)
            while Date() < deadline {
                if let process, process != before, isRunning {
                    if isReady { return }
                } else if Date() > patience {
                    break
                }
                usleep(50_000)
            }
            // Children of one that was killed go on for a moment, and keep the next one from starting.
            release(keepsFolder: true)
            guard Date() < deadline else { throw ServerError("the server does not start: \(log)") }
        }
    }

    private func launch() throws {
        let server = ["\(programs)/postgres", "-D", data]
        let all =
            [
                "listen_addresses=", "unix_socket_directories=\(folder.path)", "wal_level=logical",
                "max_wal_senders=20",
                "max_replication_slots=20", "fsync=off", "logging_collector=off",
            ] + settings
        let shell = try Guardian(Self.script, [folder.path] + prefix + server + all.flatMap { ["-c", $0] })
        guardian.withLock { $0 = shell }
    }

    private var isRunning: Bool {
        guard let process else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }

    private var isReady: Bool {
        (try? Programs.run(["\(programs)/pg_isready", "--quiet", "--host", folder.path])) != nil
    }

    // MARK: Stopping

    /// Stops it; ``start()`` starts it again.
    ///
    /// - Throws: ``ServerError`` if it has not ended after 20 seconds, as when a follower does not confirm.
    public func stop(_ shutdown: Shutdown) throws {
        guard let process, isRunning else { return release(keepsFolder: true) }
        _ = kill(process, shutdown == .kill ? SIGKILL : SIGINT)
        let deadline = Date().addingTimeInterval(20)
        // A killed process stays until the shell has waited for it, which `release` makes it do.
        while shutdown == .fast, kill(process, 0) == 0 || errno == EPERM, self.process != nil {
            guard Date() < deadline else { throw ServerError("the server does not stop: \(log)") }
            usleep(20_000)
        }
        release(keepsFolder: true)
    }

    /// Ends it, and removes its folder unless that is to be kept.
    public func remove(keepsFolder: Bool = false) {
        release(keepsFolder: keepsFolder)
        if !keepsFolder { try? FileManager.default.removeItem(at: folder) }
    }

    private func release(keepsFolder: Bool) {
        guard let guardian = guardian.withLock({ $0.take() }) else { return }
        if keepsFolder { guardian.tell("keep") }
        guardian.end()
    }

    deinit { release(keepsFolder: true) }
}
