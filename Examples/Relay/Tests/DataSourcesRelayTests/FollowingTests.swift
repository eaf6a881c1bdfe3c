import DataSources
import DataSourcesWire
import Foundation
import PrivateCluster
import Processes
import Testing

@testable import DataSourcesRelay

extension ClusterTests {
    @Test func `a slow reader holds a bounded number of messages, and gets all`() async throws {
        // One that is fast.
        let cluster = try await blocking { try NatsCluster(nodes: 1, syncedAlways: false) }
        defer { cluster.remove() }
        let (stream, url) = (TestCluster.newName(), cluster.servers[0])
        let connection = try await NatsConnection.open(NatsSettings(servers: cluster.servers))
        let log = try await NatsLog(NatsLogSettings(stream: stream, replicas: 1), on: connection)
        let (count, size) = (20_000, 8_000)
        try await blocking {
            let publisher = try RawPublisher(url)
            for start in stride(from: 0, to: count, by: 2_000) {
                _ = try publisher.pipeline(
                    (start..<start + 2_000).map { number in
                        ("\(stream).s", Array("\(number + 1) ".utf8) + [UInt8](repeating: 65, count: size), nil)
                    })
            }
        }
        let before = residentBytes()
        var (next, highest): (UInt64, Int) = (1, 0)
        for try await entry in log.entries(after: 0) {
            #expect(entry.sequence == next && entry.message.bytes.starts(with: "\(next) ".utf8))
            next += 1
            // The server has the time to send all of them.
            if entry.sequence == 1 { try await Task.sleep(for: .seconds(4)) }
            if entry.sequence % 500 == 1 { highest = max(highest, residentBytes() - before) }
            if entry.sequence == UInt64(count) { break }
        }
        // Of 160 MB.
        #expect(highest < 64 << 20, "\(highest) bytes")
    }

    @Test func `iterations that are dropped leave nothing`() async throws {
        let log = try await TestCluster.clients(1)[0]
        for number in 1...10 { try await log.append(LogMessage(number), after: UInt64(number - 1)) }
        let threads = threadCount()
        for round in 0..<100 {
            for try await entry in log.entries(after: 3) where entry.sequence == 4 + UInt64(round % 6) { break }
        }
        // The server is told, and threads end, soon after.
        let deadline = ContinuousClock.now + .seconds(15)
        while try await log.consumers() > 0 || threadCount() > threads + 10, .now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await log.consumers() == 0)
        #expect(threadCount() <= threads + 10)
    }

    @Test func `connections that are dropped leave nothing`() async throws {
        let stream = TestCluster.newName()
        let (threads, connections) = (threadCount(), ConnectionEvents.count)
        weak var last: NatsConnection?
        for number in 0..<20 {
            let connection = try await NatsConnection.open(TestCluster.settings())
            last = connection
            let log = try await NatsLog(NatsLogSettings(stream: stream), on: connection)
            try await log.append(LogMessage(number), after: UInt64(number))
            for try await _ in log.entries(after: 0) { break }
        }
        let deadline = ContinuousClock.now + .seconds(15)
        while last != nil || threadCount() > threads + 10 || ConnectionEvents.count > connections, .now < deadline {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(last == nil)
        #expect(ConnectionEvents.count <= connections)
        #expect(threadCount() <= threads + 10)
    }

    @Test func `a reader behind the end waits for what comes`() async throws {
        let clients = try await TestCluster.clients(2)
        try await clients[0].append(LogMessage(1), after: 0)
        async let entry = clients[1].all(after: 3, to: 4)
        for number in 2...4 { try await clients[0].append(LogMessage(number), after: UInt64(number - 1)) }
        #expect(try await entry == [LogEntry(sequence: 4, message: LogMessage(4))])
    }

    @Test func `a stream that is deleted ends its readers, for good`() async throws {
        let stream = TestCluster.newName()
        let log = try await TestCluster.clients(1, stream: stream)[0]
        let url = try await TestCluster.cluster().servers[0]
        try await log.append(LogMessage(1), after: 0)
        var iterator = log.entries(after: 0).makeAsyncIterator()
        #expect(try await iterator.next()?.sequence == 1)
        try await blocking { try RawPublisher(url).deleteStream(stream) }
        let error = await #expect(throws: FrameLogError.self) { try await iterator.next() }
        #expect(error?.code == .refused)
        let appending = await #expect(throws: FrameLogError.self) { try await log.append(LogMessage(2), after: 1) }
        #expect(appending.map { [.refused, .unavailable].contains($0.code) } == true)
    }

    @Test func `the largest message can be read at its sequence, through each server`() async throws {
        let stream = TestCluster.newName()
        for (index, server) in try await TestCluster.cluster().servers.enumerated() {
            let connection = try await NatsConnection.open(NatsSettings(servers: [server]))
            let log = try await NatsLog(NatsLogSettings(stream: stream), on: connection)
            let bytes = [UInt8](repeating: UInt8(index), count: log.messageLimit)
            let subject = TextID(String(repeating: "\u{1}", count: LogMessage.subjectLimit))
            let message = LogMessage(subject: subject, bytes: bytes)
            try await log.append(message, after: UInt64(index))
            #expect(try await log.message(at: UInt64(index + 1)).message == message)
        }
    }
}

/// The memory of this process.
private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4_096
}

private func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
}
