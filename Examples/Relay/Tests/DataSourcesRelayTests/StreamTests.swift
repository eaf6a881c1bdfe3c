import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Testing

extension ClusterTests {
    @Test func `a stream with other settings is refused, and says which`() async throws {
        let connection = try await NatsConnection.open(TestCluster.settings())
        let stream = TestCluster.newName()
        _ = try await NatsLog(NatsLogSettings(stream: stream, replicas: 1), on: connection)
        let error = await #expect(throws: FrameLogError.self) {
            try await NatsLog(NatsLogSettings(stream: stream), on: connection)
        }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("replicas is 1, not 3") == true)
    }

    @Test func `a missing stream is made only if that is asked for, and once`() async throws {
        let connection = try await NatsConnection.open(TestCluster.settings())
        let settings = NatsLogSettings(stream: TestCluster.newName())
        let error = await #expect(throws: FrameLogError.self) {
            try await NatsLog(settings, on: connection, create: false)
        }
        #expect(error?.code == .refused)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try await NatsLog(settings, on: connection) } }
            try await group.waitForAll()
        }
        _ = try await NatsLog(settings, on: connection, create: false)
    }

    @Test(arguments: [
        NatsLogSettings(stream: ""), NatsLogSettings(stream: "a.b"), NatsLogSettings(stream: "ä"),
        NatsLogSettings(stream: "a", replicas: 2), NatsLogSettings(stream: "a", bytesLimit: 0),
    ])
    func `settings that are wrong are refused before anything is sent`(settings: NatsLogSettings) async throws {
        let connection = try await NatsConnection.open(TestCluster.settings())
        let error = await #expect(throws: FrameLogError.self) { try await NatsLog(settings, on: connection) }
        #expect(error?.code == .refused)
    }

    @Test func `a log that is full takes messages again after it was trimmed`() async throws {
        let connection = try await NatsConnection.open(TestCluster.settings())
        let log = try await NatsLog(
            NatsLogSettings(stream: TestCluster.newName(), bytesLimit: 20_000), on: connection)
        let message = LogMessage(subject: "s", bytes: [UInt8](repeating: 0, count: 4_000))
        var last: UInt64 = 0
        let error = await #expect(throws: FrameLogError.self) {
            while last < 10 {
                try await log.append(message, after: last)
                last += 1
            }
        }
        #expect(error?.code == .unavailable && last == 4, "\(last), \(String(describing: error))")
        try await log.trim("s", before: .max)
        try await log.append(message, after: last)
        #expect(try await log.message(at: 4).message == message)
        #expect(try await log.message(at: 3).message == nil)
    }

    @Test func `a closed connection refuses`() async throws {
        let connection = try await NatsConnection.open(TestCluster.settings())
        let log = try await NatsLog(NatsLogSettings(stream: TestCluster.newName()), on: connection)
        connection.close()
        let error = await #expect(throws: FrameLogError.self) { try await log.append(LogMessage(1), after: 0) }
        #expect(error?.code == .refused)
    }
}
