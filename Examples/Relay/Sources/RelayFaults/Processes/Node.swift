import DataSources
import DataSourcesRelay
import DataSourcesWire

/// What the processes of the test have in common.
struct Node: Sendable {
    let settings: NodeSettings
    let history: History

    init(_ settings: NodeSettings) throws {
        self.settings = settings
        history = try History(settings.history)
    }

    /// Does what the role says, until the process is killed.
    func run() async throws {
        do {
            switch settings.role {
            case .writer: try await WriterNode(self).run()
            case .relay: try await RelayNode(self).run()
            case .clients: try await ClientsNode(self).run()
            }
            throw FaultsError("all tasks have ended")
        } catch {
            history.add(who, .ended("\(error)"))
            throw error
        }
    }

    /// The process in histories; each life is another one.
    var who: String { settings.life == 0 ? settings.name : "\(settings.name)#\(settings.life)" }

    func note(_ text: String) { history.add(who, .note(text)) }

    var lists: Range<Int> { 0..<settings.sources }

    // MARK: Connecting

    /// Connects to the servers of NATS, as often as it takes.
    func connection() async throws -> NatsConnection {
        var natsSettings = NatsSettings(servers: settings.servers.shuffled())
        natsSettings.name = settings.name
        return try await insisting { [natsSettings] in try await NatsConnection.open(natsSettings) }
    }

    /// Opens the log, as often as it takes.
    func log(on connection: NatsConnection) async throws -> PlantedLog {
        let log = try await insisting {
            try await NatsLog(NatsLogSettings(stream: NodeSettings.stream), on: connection)
        }
        return PlantedLog(log: log, bug: settings.role == .writer ? settings.bug : nil)
    }

    /// Opens the lease, as often as it takes.
    func lease(on connection: NatsConnection) async throws -> Lease {
        let time = Duration.milliseconds(settings.leaseMilliseconds)
        return try await insisting {
            try await Lease(
                NodeSettings.stream, in: LeaseSettings(bucket: NodeSettings.bucket, time: time), on: connection)
        }
    }

    // MARK: Serving

    /// Answers requests, each on a connection of its own.
    func listen(_ handle: @escaping @Sendable (Request, Socket) async throws -> Void) throws {
        try Socket.listen(on: settings.address) { socket in
            socket.setLimit(.seconds(5))
            Task {
                let request = try await Worker.once {
                    guard let bytes = try socket.receive() else { throw FaultsError("no request") }
                    return try decoded(Request.self, bytes)
                }
                try await handle(request, socket)
            }
        }
    }
}

extension Socket {
    /// Sends an answer, on a thread of its own.
    func answer(_ value: some Encodable) async throws {
        let bytes = encoded(value)
        try await Worker.once { try self.send(bytes) }
    }
}

/// Records each state that a replica shows.
func watch(_ replica: Replica<Lanes>, of source: Int, as who: String, _ history: History) async {
    var last: FeedPosition?
    for await _ in replica.subscribe() {
        let (state, position) = await replica.confirmedWithPosition
        guard let position, position != last else { continue }
        last = position
        history.add(who, .shown(source: source, position, digest: state.digest))
    }
}

extension Status.State {
    init(of replica: Replica<Lanes>) async {
        let (state, position) = await replica.confirmedWithPosition
        self.init(position: position, digest: state.digest)
    }
}

/// Does something again until the servers of NATS answer.
func insisting<Value>(_ body: () async throws -> Value) async throws -> Value {
    while true {
        do {
            return try await body()
        } catch {
            let isAway =
                (error as? NatsError)?.code == .unreachable || (error as? FrameLogError)?.code == .unavailable
                || (error as? LeaseError)?.code == .unavailable
            guard isAway else { throw error }
        }
        try await Task.sleep(for: .milliseconds(200))
    }
}
