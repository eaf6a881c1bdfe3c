import DataSourcesWire
import Foundation

/// The processes of a test, in their namespaces.
actor Stage {
    struct Size: Sendable {
        var writers = 3
        var relays = 3
        var clientProcesses = 2
        var clientsEach = 4
        var sources = 8
        var leaseMilliseconds = 3_000
        var retained = 8 << 10
        var bug: PlantedBug?

        var lanes: Int { clientProcesses * clientsEach }
    }

    nonisolated let size: Size
    nonisolated let network: Network
    nonisolated let servers: NatsServers
    nonisolated let history: History
    private var children: [String: Child] = [:]
    private var lives: [String: Int] = [:]

    static let histories = "\(Janitor.folder)/histories"

    init(_ size: Size) throws {
        self.size = size
        do {
            network = try Network(
                servers: NatsServers.names.count, writers: size.writers, relays: size.relays,
                clients: size.clientProcesses)
        } catch {
            throw CannotRun("network namespaces cannot be made here: \(error)")
        }
        servers = try NatsServers(on: network)
        try FileManager.default.createDirectory(atPath: Self.histories, withIntermediateDirectories: true)
        history = try History("\(Self.histories)/driver")
    }

    nonisolated var writers: [String] { names("w", size.writers) }
    nonisolated var relays: [String] { names("r", size.relays) }
    nonisolated var clients: [String] { names("c", size.clientProcesses) }

    private nonisolated func names(_ letter: String, _ count: Int) -> [String] {
        (0..<count).map { "\(letter)\($0 + 1)" }
    }

    nonisolated func address(_ name: String) -> Address { Address(network.address(name), 7_000) }

    nonisolated func fault(_ text: String) { history.add("driver", .fault(text)) }

    // MARK: Processes

    /// Starts a process that does not run.
    func start(_ name: String) throws {
        let life = lives[name, default: 0]
        lives[name] = life + 1
        let command: [String]
        if NatsServers.names.contains(name) {
            command = servers.command(name)
        } else {
            let settings = settings(name, life)
            let json = String(decoding: encoded(settings), as: UTF8.self)
            command = network.command(in: name) + [Self.program, "--process", json]
        }
        children[name] = try Child(name, command, output: Self.output(name)) { [history] how in
            history.add(name, .ended(how))
        }
    }

    nonisolated static func output(_ name: String) -> String {
        NatsServers.names.contains(name) ? NatsServers.log(name) : "\(Janitor.folder)/\(name).log"
    }

    private static let program =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]

    private func settings(_ name: String, _ life: Int) -> NodeSettings {
        let role: NodeSettings.Role = name.hasPrefix("w") ? .writer : name.hasPrefix("r") ? .relay : .clients
        let index = clients.firstIndex(of: name) ?? 0
        return NodeSettings(
            role: role, name: name, life: life, address: address(name), servers: servers.urls,
            relays: relays.map { address($0) },
            clients: role == .clients ? Array(index * size.clientsEach..<(index + 1) * size.clientsEach) : [],
            lanes: size.lanes, sources: size.sources, history: "\(Self.histories)/\(name)",
            leaseMilliseconds: size.leaseMilliseconds, retained: size.retained, bug: size.bug)
    }

    func kill(_ name: String) { children[name]?.kill() }
    func signal(_ name: String, _ number: Int32) { children[name]?.signal(number) }

    // MARK: Asking

    /// Asks a process; `nil` if it does not answer.
    nonisolated func ask(_ name: String, _ request: Request) async -> Status? {
        let address = address(name)
        return try? await Worker.once { try Socket.ask(address, request, for: Status.self, limit: .seconds(5)) }
    }

    /// The server that leads the log; one of them if nobody knows.
    nonisolated func leader() async -> String {
        let servers = servers
        return (try? await Worker.once { servers.leader(of: NodeSettings.stream) }) ?? NatsServers.names[0]
    }

    /// Waits until something holds, and looks a few times in a second.
    ///
    /// - Returns: Whether it did before the time was over.
    nonisolated func wait(_ limit: Duration, until holds: () async -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if await holds() { return true }
            try await Task.sleep(for: .milliseconds(250))
        }
        return false
    }
}

/// The test cannot be made on this machine.
struct CannotRun: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
