import Foundation
import Processes
import Synchronization

/// A server of a private cluster.
///
/// Its methods block; call them where that does no harm.
public final class NatsNode: Sendable {
    /// Its name in the cluster: `n1` is the first one.
    public let name: String
    /// Its URL for clients.
    public let url: String
    let folder: URL
    let monitorPort: Int
    private let program: String
    private let guardian = Mutex<Guardian?>(nil)

    init(_ name: String, folder: URL, port: Int, monitorPort: Int, program: String) {
        (self.name, self.folder, self.monitorPort, self.program) = (name, folder, monitorPort, program)
        url = "nats://127.0.0.1:\(port)"
    }

    /// The last lines of its log.
    public var log: String {
        let text = (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").suffix(12).joined(separator: "\n")
    }

    /// Whether it is ready: connected to the others, with all its streams.
    public var isReady: Bool {
        guard let health = Ports.get("/healthz", port: monitorPort), health.contains("\"ok\"") else { return false }
        return true
    }

    /// The name of the cluster's leader as far as this server knows; `nil` if it knows none.
    public var clusterLeader: String? {
        guard let text = Ports.get("/jsz", port: monitorPort),
            let body = text.range(of: "\r\n\r\n").map({ Data(text[$0.upperBound...].utf8) }),
            let answer = try? JSONSerialization.jsonObject(with: body) as? [String: Any],
            let cluster = answer["meta_cluster"] as? [String: Any],
            let leader = cluster["leader"] as? String, !leader.isEmpty
        else { return nil }
        return leader
    }

    // MARK: Faults

    /// The shell that is the server's parent.
    ///
    /// It reads signals to send, so that none goes to a process that has taken over the number of a dead one.
    private static let script = """
        trap '' INT TERM HUP
        log=$1; shift
        "$@" >> "$log" 2>&1 < /dev/null &
        server=$!
        while read -r word; do kill -"$word" $server 2> /dev/null; done
        kill -KILL $server 2> /dev/null
        wait $server 2> /dev/null
        """

    /// Starts it, also again after ``kill()``.
    ///
    /// It is ready later.
    public func start() throws {
        try guardian.withLock { guardian in
            guard guardian == nil else { return }
            let files = ["log", "configuration"].map { folder.appending(path: $0).path }
            guardian = try Guardian(Self.script, [files[0], program, "-c", files[1]])
        }
    }

    /// Ends it as in a crash: SIGKILL.
    ///
    /// Its data stays.
    public func kill() { guardian.withLock { $0.take() }?.end() }

    /// Stops it in the middle of what it does (SIGSTOP), until ``resume()``.
    public func pause() { guardian.withLock { $0?.tell("STOP") } }

    /// Lets it go on after ``pause()``.
    public func resume() { guardian.withLock { $0?.tell("CONT") } }

    deinit { kill() }
}
