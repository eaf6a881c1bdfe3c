import Foundation
import PrivateCluster

/// The servers of NATS: configurations, stores and what they say about themselves; methods block.
struct NatsServers: Sendable {
    static let names = ["n1", "n2", "n3"]
    private let program: String
    private let network: Network

    /// Makes a small store in memory for each server, so that it can be full, and a configuration.
    init(on network: Network) throws {
        program = try NatsProgram.path()
        self.network = network
        let routes = Self.names.map { "nats://\(network.address($0)):6222" }.joined(separator: ", ")
        for name in Self.names {
            let store = Self.store(name)
            try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
            do {
                try shell(["mount", "-t", "tmpfs", "-o", "size=160m,mode=755", "\(Janitor.prefix)-\(name)", store])
            } catch {
                throw CannotRun("disks in memory cannot be mounted here: \(error)")
            }
            let text = """
                server_name: \(name)
                listen: \(network.address(name)):4222
                http: \(network.address(name)):8222
                jetstream {
                    store_dir: "\(store)"
                    max_memory_store: 128M
                    max_file_store: 10G
                    sync_interval: always
                }
                cluster {
                    name: faults
                    listen: \(network.address(name)):6222
                    routes: [\(routes)]
                }

                """
            try text.write(toFile: Self.configuration(name), atomically: true, encoding: .utf8)
        }
    }

    private static func store(_ name: String) -> String { "\(Janitor.folder)/stores/\(name)" }
    private static func configuration(_ name: String) -> String { "\(Janitor.folder)/\(name).conf" }
    static func log(_ name: String) -> String { "\(Janitor.folder)/\(name).log" }

    var urls: [String] { Self.names.map { url($0) } }
    func url(_ name: String) -> String { "nats://\(network.address(name)):4222" }
    func command(_ name: String) -> [String] { network.command(in: name) + [program, "-c", Self.configuration(name)] }

    // MARK: The disk

    private static func filler(_ name: String) -> String { "\(store(name))/filler" }

    /// Fills the store of a server.
    static func fill(_ name: String) {
        let file = open(filler(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else { return }
        defer { close(file) }
        let block = [UInt8](repeating: 0, count: 1 << 20)
        for size in [1 << 20, 4_096, 1] {
            for _ in 0..<4_096 { if write(file, block, size) <= 0 { break } }
        }
    }

    static func unfill(_ name: String) { unlink(filler(name)) }

    // MARK: What they say

    /// What the monitoring of a server answers; `nil` if it does not.
    private func get(_ name: String, _ path: String) -> [String: Any]? {
        guard let text = try? Socket.get(path, from: Address(network.address(name), 8222)),
            let answer = try? JSONSerialization.jsonObject(with: Data(text)) as? [String: Any]
        else { return nil }
        return answer
    }

    /// Whether a server is connected to the others, and has all streams.
    func isReady(_ name: String) -> Bool { get(name, "/healthz")?["status"] as? String == "ok" }

    /// What a server says about the stream.
    struct StreamState: Hashable, Sendable {
        let leader: String
        let messages, first, last, bytes: Int
    }

    func stream(_ stream: String, on name: String) -> StreamState? {
        guard let accounts = get(name, "/jsz?streams=true&config=false")?["account_details"] as? [[String: Any]] else {
            return nil
        }
        let streams = accounts.flatMap { $0["stream_detail"] as? [[String: Any]] ?? [] }
        guard let found = streams.first(where: { $0["name"] as? String == stream }),
            let state = found["state"] as? [String: Any]
        else { return nil }
        func number(_ key: String) -> Int { (state[key] as? NSNumber)?.intValue ?? -1 }
        return StreamState(
            leader: (found["cluster"] as? [String: Any])?["leader"] as? String ?? "", messages: number("messages"),
            first: number("first_seq"), last: number("last_seq"), bytes: number("bytes"))
    }

    /// The server that leads the stream, as far as one of them knows.
    func leader(of stream: String) -> String? {
        Self.names.lazy.compactMap { self.stream(stream, on: $0)?.leader }.first { Self.names.contains($0) }
    }
}
