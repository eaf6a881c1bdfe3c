import ConsoleTesting
import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Testing

extension ClusterTests {
    @Test func `the code in the README runs`() async throws {
        try expectReadme(shows: "Tests/DataSourcesRelayTests/ReadmeTests.swift", blockCount: 1)
        try await writeAndRead(servers: try await TestCluster.cluster().servers)
    }
}

private func writeAndRead(servers: [String]) async throws {
    // In each process. The stream is made if it is missing, and refused if it has other settings.
    let connection = try await NatsConnection.open(NatsSettings(servers: servers))
    let log = try await NatsLog(NatsLogSettings(stream: "boards-17"), on: connection)

    // The only writer, or one that does not know that it was replaced: then this throws `conflict`.
    let last = try await log.message(at: 1).last
    try await log.append(LogMessage(subject: "board/7", bytes: [1, 2, 3]), after: last)

    // Any number of readers. After an error, a reader begins again behind the last message that it has.
    for try await entry in log.entries(after: last) {
        print("\(entry.sequence): \(entry.message.bytes.count) bytes of \(entry.message.subject)")
        break
    }
    // What a later state has made superfluous; the log's last message stays.
    try await log.trim("board/7", before: last)
}
