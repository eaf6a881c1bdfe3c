import DataSources
import DataSourcesPostgreSQL
import DataSourcesWire
import DataSourcesWireTesting
import PrivateServer
import Testing

@Suite(.timeLimit(.minutes(3))) struct PostgresLogTests {
    private struct Item: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        var count = 0
    }

    @Test(arguments: FrameLogCheck<PostgresLog>.all)
    func `The law of logs holds`(check: FrameLogCheck<PostgresLog>) async throws {
        let database = try await TestDatabase()
        var clients: [PostgresLog] = []
        for _ in 0..<3 {
            clients.append(try await PostgresLog("shard", at: database.url, interval: .milliseconds(5)))
        }
        try await check.run(on: clients)
    }

    @Test func `Clients that make the tables at once do not disturb each other, and logs are apart`() async throws {
        let database = try await TestDatabase()
        let logs = try await withThrowingTaskGroup(of: PostgresLog.self) { group in
            for number in 0..<8 { group.addTask { try await PostgresLog("log \(number % 4)", at: database.url) } }
            return try await group.reduce(into: [PostgresLog]()) { $0.append($1) }
        }
        try await logs[0].append(LogMessage(subject: "s", bytes: [1]), after: 0)
        var lasts: [UInt64] = []
        for log in logs { lasts.append(try await log.message(at: 1).last) }
        #expect(lasts.reduce(0, +) == 2)
    }

    @Test func `What is wrong is said`() async throws {
        let database = try await TestDatabase()
        let log = try await PostgresLog("shard", at: database.url)
        try await log.append(LogMessage(subject: "s", bytes: [1]), after: 0)
        try await database.session.query("DROP TABLE datasources_log_end")
        let error = await #expect(throws: FrameLogError.self) { try await log.message(at: 1) }
        #expect(error?.code == .refused)
        await #expect(throws: PostgresError.self) { try await PostgresLog("x", at: database.url, schema: "nowhere") }
    }

    @Test func `A killed server is unavailable, and afterwards a writer goes on`() async throws {
        let server = try PrivateServer()
        let database = try await TestDatabase(on: server)
        let log = try await PostgresLog("shard", at: database.url, interval: .milliseconds(5))
        let writer = LogWriter(of: log, as: "a")
        try await writer.takeOver()
        let source = try ListSource((0..<10).map { Item(id: $0) })
        let (reader, replica) = (LogReader(of: log), Replica<ListSnapshot<Item>>())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writer.run() }
            group.addTask { try await writer.publish(source, as: "items") }
            group.addTask { try await reader.run(backoff: .ofLog) }
            group.addTask { try await reader.follow("items", into: replica, backoff: .ofLog) }
            for round in 1...300 {
                try await source.update(id: round % 10) { $0.count += 1 }
                if round == 150 {
                    try server.stop(.kill)
                    try server.start()
                }
            }
            _ = try await replica.first(within: .seconds(60)) { $0.reduce(0) { $0 + $1.count } == 300 }
            group.cancelAll()
        }
        #expect(replica.snapshot == source.snapshot)
        // Another writer finds all of it.
        let next = LogWriter(of: log, as: "b")
        try await next.takeOver()
        let restored = try await next.restored("items", as: ListSnapshot<Item>.self)
        #expect(restored?.snapshot == source.snapshot)
        #expect(restored?.version == source.hub.version)
        try await database.session.query("SELECT 1")
    }
}
