import DataSources
import DataSourcesRelay
import DataSourcesWire
import Foundation
import PrivateCluster
import Processes
import Testing

extension ClusterTests {
    enum Fault: CaseIterable {
        case killedLeader, pausedLeader, killedServers
    }

    @Test(arguments: Fault.allCases)
    func `nothing is lost or doubled when servers fail during appends`(fault: Fault) async throws {
        let cluster = try await TestCluster.cluster()
        let clients = try await TestCluster.clients(2)
        let (log, count) = (clients[0], 300)
        // A reader all the while; it ends with the last number.
        async let read = clients[1].all(to: UInt64(count))
        var writer = NumberWriter(log)
        try await writer.append(100)
        let name = try await log.leader()
        let leader = try #require(cluster.nodes.first { $0.name == name })
        // While the next ones are appended.
        async let failing: Void = blocking {
            switch fault {
            case .killedLeader: leader.kill()
            case .pausedLeader: leader.pause()
            case .killedServers:
                for node in cluster.nodes { node.kill() }
                for node in cluster.nodes { try node.start() }
            }
        }
        try await writer.append(150)
        try await failing
        try await blocking {
            try leader.start()
            leader.resume()
        }
        try await writer.append(count - 250)
        let entries = try await read
        #expect(entries.map(\.sequence) == (1...UInt64(count)).map { $0 })
        #expect(entries.map(\.message) == (1...count).map { LogMessage($0) })
        try await blocking { try cluster.waitUntilReady() }
    }

    @Test func `each call ends at once when its task is cancelled`() async throws {
        let cluster = try await TestCluster.cluster()
        let log = try await TestCluster.clients(1)[0]
        try await log.append(LogMessage(1), after: 0)
        let calls: [@Sendable () async throws -> Void] = [
            { try await log.append(LogMessage(2), after: 1) },
            { _ = try await log.message(at: 1) },
            { try await log.trim("s", before: 1) },
            { for try await _ in log.entries(after: 0) {} },
        ]
        for node in cluster.nodes { node.pause() }
        defer { for node in cluster.nodes { node.resume() } }
        // Another process sends the signals.
        try await blocking {
            while cluster.nodes.contains(where: { $0.isReady }) { usleep(10_000) }
        }
        for (number, call) in calls.enumerated() {
            let task = Task { try await call() }
            try await Task.sleep(for: .milliseconds(100))
            let start = ContinuousClock.now
            task.cancel()
            let error = await #expect(throws: FrameLogError.self) { try await task.value }
            #expect(error?.code == .unavailable, "call \(number)")
            #expect(ContinuousClock.now - start < .seconds(2), "call \(number)")
        }
    }
}
