import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Processes
import Testing

/// Writers that replace one another on real servers, which fail meanwhile.
extension ClusterTests {
    fileprivate struct Entry: Identifiable, Equatable, Sendable, Codable {
        let id: Int
        var applied: [Int] = []
    }

    private typealias Ledger = ListSnapshot<Entry>

    /// Notes its number: what is noted tells which commands were applied, and how often.
    private struct Note: ListCommand {
        static let name = "note"
        let number: Int

        func apply(to list: inout ListDraft<Entry>) throws {
            try list.update(id: number % 10) { $0.applied.append(number) }
        }
    }

    /// The handler of the process that has taken over last.
    private actor Desk {
        private(set) var handler: CommandHandler<ListSource<Entry>, Void>?
        let takeOvers = Parameter(0)

        func set(_ handler: CommandHandler<ListSource<Entry>, Void>) {
            self.handler = handler
            takeOvers.update { $0 += 1 }
        }
    }

    private func write(_ desk: Desk, on log: NatsLog, as name: String) async throws {
        let writer = LogWriter(of: log, as: name)
        try await writer.takeOver()
        let restored = try await writer.restored("ledger", as: Ledger.self)
        let source =
            try restored.map { try ListSource($0.snapshot, at: $0.version) }
            ?? ListSource((0..<10).map { Entry(id: $0) })
        let journal = writer.journal(of: "ledger")
        let handler = CommandHandler(for: source, answers: journal)
        await handler.register(Note.self)
        await desk.set(handler)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writer.run() }
            group.addTask { try await writer.publish(source, as: "ledger", journal: journal) }
            try await group.next()
            group.cancelAll()
        }
    }

    @Test func `no command is lost or applied twice when writers are replaced and servers fail`() async throws {
        let cluster = try await TestCluster.cluster()
        let stream = TestCluster.newName()
        let logs = try await TestCluster.clients(5, stream: stream)
        let (desk, answered) = (Desk(), Parameter(0))
        let replicas = [Replica<Ledger>(), Replica<Ledger>()]
        let count = 600
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, replica) in replicas.enumerated() {
                let reader = LogReader(of: logs[3 + number])
                group.addTask { try await reader.run(backoff: .ofLog) }
                group.addTask { try await reader.follow("ledger", into: replica, backoff: .ofLog) }
            }
            // Three writers; each goes on until the next one has taken over, and learns it from the log.
            for number in 0..<3 {
                group.addTask {
                    _ = await answered.firstValue { $0 >= number * count / 3 }
                    do {
                        try await write(desk, on: logs[number], as: "writer \(number)")
                    } catch is Deposed {
                        #expect(number < 2)
                    } catch is CancellationError {}
                }
            }
            group.addTask {
                _ = await answered.firstValue { $0 >= count / 6 }
                let name = try await logs[0].leader()
                let leader = try #require(cluster.nodes.first { $0.name == name })
                try await blocking { leader.kill() }
                _ = await answered.firstValue { $0 >= count / 2 }
                try await blocking {
                    try leader.start()
                    for node in cluster.nodes { node.kill() }
                    for node in cluster.nodes { try node.start() }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { clients in
                for client in 0..<20 {
                    clients.addTask {
                        for number in stride(from: client, to: count, by: 20) {
                            let envelope = CommandEnvelope(
                                key: "key \(number)", name: Note.name,
                                content: .object(["number": .int(Int64(number))]))
                            while true {
                                let reply = await desk.handler?.handle(envelope)
                                if case .applied? = reply { break }
                                if case .refused(let refusal)? = reply {
                                    #expect([.notApplied, .unavailable].contains(refusal.code), "\(refusal)")
                                }
                                // As a client does that waits before it asks again.
                                try await Task.sleep(for: .milliseconds(20))
                            }
                            answered.update { $0 += 1 }
                        }
                    }
                }
                try await clients.waitForAll()
            }
            for replica in replicas {
                let state = try await replica.first(within: .seconds(60)) { state in
                    state.reduce(0) { $0 + $1.applied.count } >= count
                }
                #expect(state?.flatMap(\.applied).sorted() == Array(0..<count))
            }
            group.cancelAll()
        }
        try await blocking { try cluster.waitUntilReady() }
    }
}
