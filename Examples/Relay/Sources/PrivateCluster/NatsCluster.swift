public import Foundation
import Processes
import Synchronization

/// Servers of NATS with JetStream on free ports of 127.0.0.1, which keep their files in a temporary folder.
///
/// Nothing of them stays behind: small shells end them and remove their files when this process has ended, however that was.
/// All methods block; call them where that does no harm.
public final class NatsCluster: Sendable {
    /// The folder of all its files.
    public let folder: URL
    /// Its servers.
    public let nodes: [NatsNode]
    private let guardian = Mutex<Guardian?>(nil)

    /// Removes the folder, after the shells beside the servers have ended these.
    private static let script = """
        trap '' INT TERM HUP
        cat > /dev/null
        for round in 1 2 3 4 5 6 7 8 9 10; do
            rm -rf "$1" 2> /dev/null && [ ! -e "$1" ] && break
            sleep 0.3
        done
        """

    /// The URLs of all servers.
    public var servers: [String] { nodes.map(\.url) }

    /// Starts servers, and waits until they answer.
    ///
    /// - Parameters:
    ///   - count: How many; a single one is no cluster.
    ///   - isSyncedAlways: Whether each message is on the disk before it is acknowledged (`sync_interval: always`).
    ///   - configuration: More of the configuration of each server, such as `authorization { token: secret }`.
    /// - Throws: ``ClusterError`` with the servers' logs, if they are not ready within a minute; then nothing is left.
    public init(nodes count: Int = 3, syncedAlways isSyncedAlways: Bool = true, configuration: String = "") throws {
        let program = try NatsProgram.path()
        let ports = try Ports.free(3 * count)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nats-\(getpid())-\(UInt32.random(in: 0 ... .max))")
        self.folder = folder
        let routes = (0..<count).map { "nats://127.0.0.1:\(ports[3 * $0 + 1])" }.joined(separator: ", ")
        nodes = (0..<count).map { index in
            NatsNode(
                "n\(index + 1)", folder: folder.appending(path: "n\(index + 1)"), port: ports[3 * index],
                monitorPort: ports[3 * index + 2], program: program)
        }
        do {
            let remover = try Guardian(Self.script, [folder.path])
            guardian.withLock { $0 = remover }
            for (index, node) in nodes.enumerated() {
                try FileManager.default.createDirectory(at: node.folder, withIntermediateDirectories: true)
                var text = """
                    server_name: \(node.name)
                    listen: 127.0.0.1:\(ports[3 * index])
                    http: 127.0.0.1:\(ports[3 * index + 2])
                    jetstream {
                        store_dir: "\(node.folder.appending(path: "data").path)"
                        max_memory_store: 256M
                        max_file_store: 10G
                        sync_interval: \(isSyncedAlways ? "always" : "2m")
                    }
                    \(configuration)

                    """
                if count > 1 {
                    text += """
                        cluster {
                            name: private
                            listen: 127.0.0.1:\(ports[3 * index + 1])
                            routes: [\(routes)]
                        }

                        """
                }
                try text.write(to: node.folder.appending(path: "configuration"), atomically: true, encoding: .utf8)
                try node.start()
            }
            try waitUntilReady()
        } catch {
            remove()
            throw error
        }
    }

    /// Waits until all servers are ready and know one leader.
    ///
    /// - Throws: ``ClusterError`` with the servers' logs, if that takes longer than a minute.
    public func waitUntilReady() throws {
        let deadline = Date().addingTimeInterval(60)
        while true {
            let leaders = Set(nodes.map { nodes.count == 1 ? $0.name : $0.clusterLeader })
            if leaders.count == 1, leaders.first != .some(nil), nodes.allSatisfy(\.isReady) { return }
            guard Date() < deadline else {
                let logs = nodes.map { "\($0.name):\n\($0.log)" }.joined(separator: "\n")
                throw ClusterError("the servers in \(folder.path) are not ready after a minute:\n\(logs)")
            }
            usleep(50_000)
        }
    }

    /// Ends the servers, and removes their files.
    public func remove() {
        for node in nodes { node.kill() }
        guardian.withLock { $0.take() }?.end()
    }

    deinit { remove() }
}
