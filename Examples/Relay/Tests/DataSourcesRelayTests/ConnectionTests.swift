import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Processes
import Testing

/// With single servers of their own.
@Suite(.timeLimit(.minutes(2)))
struct ConnectionTests {
    private let users = """
        authorization {
            users: [
                { user: writer, password: right }
                { user: mute, password: right, permissions: { subscribe: { deny: ["_INBOX.>"] } } }
                { user: reader, password: right, permissions: { publish: { deny: ["log.*"] } } }
            ]
        }
        """

    @Test func `without the right password there is no connection, and without a permission no append`() async throws {
        let cluster = try await blocking { [users] in try NatsCluster(nodes: 1, configuration: users) }
        defer { cluster.remove() }
        var settings = NatsSettings(servers: cluster.servers)
        for credentials in [NatsSettings.Credentials.none, .user("writer", password: "wrong"), .token("right")] {
            settings.credentials = credentials
            let error = await #expect(throws: NatsError.self) { try await NatsConnection.open(settings) }
            #expect(error?.code == .refused, "\(String(describing: error))")
        }
        settings.credentials = .file("/no/such/file")
        let error = await #expect(throws: NatsError.self) { try await NatsConnection.open(settings) }
        #expect(error?.code == .settings)

        settings.credentials = .user("writer", password: "right")
        let name = NatsLogSettings(stream: "log", replicas: 1)
        let log = try await NatsLog(name, on: try await NatsConnection.open(settings))
        try await log.append(LogMessage(1), after: 0)

        // It gets no answers.
        settings.credentials = .user("mute", password: "right")
        let mute = try await NatsConnection.open(settings)
        let without = await #expect(throws: FrameLogError.self) { try await NatsLog(name, on: mute) }
        #expect(without?.code == .refused)

        settings.credentials = .user("reader", password: "right")
        let reading = try await NatsLog(name, on: try await NatsConnection.open(settings))
        let start = ContinuousClock.now
        let refused = await #expect(throws: FrameLogError.self) { try await reading.append(LogMessage(2), after: 1) }
        #expect(refused?.code == .refused)
        #expect(ContinuousClock.now - start < .seconds(4))
        #expect(try await reading.all(to: 1).count == 1)
    }

    @Test func `a server that is away is unreachable`() async throws {
        let settings = NatsSettings(servers: ["nats://127.0.0.1:9"])
        let error = await #expect(throws: NatsError.self) { try await NatsConnection.open(settings) }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("127.0.0.1:9") == true)
    }

    @Test(arguments: [
        [], [""], ["nats://"], ["http://a"], ["nats://127.0.0.1:99999999"], ["nats://a:4222,nats://b:4222"],
        ["nats://127.0.0.1:9", "nats://a b"],
    ])
    func `addresses that are none are an error of the settings`(servers: [String]) async throws {
        let error = await #expect(throws: NatsError.self) {
            try await NatsConnection.open(NatsSettings(servers: servers))
        }
        #expect(error?.code == .settings, "\(String(describing: error))")
    }

    @Test func `a connection that is lost answers at once, and is made again`() async throws {
        let cluster = try await blocking { try NatsCluster(nodes: 1) }
        defer { cluster.remove() }
        let connection = try await NatsConnection.open(NatsSettings(servers: cluster.servers))
        let log = try await NatsLog(NatsLogSettings(stream: "log", replicas: 1), on: connection)
        var writer = NumberWriter(log)
        try await writer.append(3)
        var iterator = log.entries(after: 0).makeAsyncIterator()
        for number: UInt64 in 1...3 { #expect(try await iterator.next()?.sequence == number) }
        try await blocking { cluster.nodes[0].kill() }
        let start = ContinuousClock.now
        let error = await #expect(throws: FrameLogError.self) { try await iterator.next() }
        #expect(error?.code == .unavailable)
        let appending = await #expect(throws: FrameLogError.self) { try await log.append(LogMessage(4), after: 3) }
        #expect(appending?.code == .unavailable)
        #expect(ContinuousClock.now - start < .seconds(4))
        try await blocking { try cluster.nodes[0].start() }
        try await writer.append(3)
        #expect(try await log.all(to: 6).count == 6)
    }

    @Test func `a server without JetStream is unavailable`() async throws {
        let settings = try await blocking {
            // JetStream is on for other accounts only.
            try NatsCluster(
                nodes: 1,
                configuration: """
                    accounts {
                        A { jetstream: enabled, users: [{ user: a, password: a }] }
                        B { users: [{ user: b, password: b }] }
                    }
                    """)
        }
        defer { settings.remove() }
        var connecting = NatsSettings(servers: settings.servers)
        connecting.credentials = .user("b", password: "b")
        let connection = try await NatsConnection.open(connecting)
        let error = await #expect(throws: FrameLogError.self) {
            try await NatsLog(NatsLogSettings(stream: "log", replicas: 1), on: connection)
        }
        #expect(error?.code == .refused || error?.code == .unavailable)
    }
}
