import DataSources
import DataSourcesRelay
import DataSourcesWire
import Synchronization

/// A process that follows the log, serves all lists to clients, and passes their commands on to the writer.
struct RelayNode: Sendable {
    /// Whom to send commands to, as the lease says.
    private actor Directory {
        private let lease: Lease
        private var known: (holder: Address?, at: ContinuousClock.Instant)?

        init(_ lease: Lease) { self.lease = lease }

        func holder() async throws -> Address? {
            if let known, known.at.duration(to: .now) < .milliseconds(300) { return known.holder }
            let holder = try await lease.holder().flatMap { Address($0) }
            known = (holder, .now)
            return holder
        }
    }

    private let node: Node
    private let replicas: [Replica<Lanes>]
    private let feeds: [Feed<Replica<Lanes>>]

    init(_ node: Node) {
        self.node = node
        let replicas = node.lists.map { _ in Replica<Lanes>() }
        self.replicas = replicas
        feeds = replicas.map { Feed(relaying: $0, digests: true) }
    }

    func run() async throws {
        let connection = try await node.connection()
        let directory = Directory(try await node.lease(on: connection))
        let reader = LogReader(of: try await node.log(on: connection))
        try node.listen { request, socket in
            switch request {
            case .follow(let source, let position): try await serve(source, since: position, to: socket)
            case .command(let source, _, _):
                guard node.lists.contains(source) else { return }
                let reply = try await pass(on: request, directory)
                try await socket.answer(reply)
            case .status:
                var states: [Status.State] = []
                for replica in replicas { states.append(await Status.State(of: replica)) }
                try await socket.answer(Status(states: [states]))
            case .pause, .giveUpLease: break
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            defer { group.cancelAll() }
            group.addTask { try await reader.run(backoff: .ofLog) }
            for (number, replica) in replicas.enumerated() {
                group.addTask {
                    try await reader.follow(NodeSettings.sourceName(number), into: replica, backoff: .ofLog)
                }
                group.addTask { await feeds[number].run(every: .milliseconds(200), heartbeat: .seconds(1)) }
                group.addTask { await watch(replica, of: number, as: node.who, node.history) }
            }
            try await group.next()
        }
    }

    private func serve(_ source: Int, since position: FeedPosition?, to socket: Socket) async throws {
        guard node.lists.contains(source) else { return }
        let worker = Worker()
        for try await frame in feeds[source].frames(since: position, as: .binary, framing: .lengthPrefixed) {
            try await worker.run { try socket.sendRaw(frame.bytes) }
        }
    }

    /// Asks the holder of the lease; an error closes the client's connection without an answer.
    private func pass(on request: Request, _ directory: Directory) async throws -> CommandReply {
        guard let holder = try await directory.holder() else {
            return .refused(CommandRefusal(.unavailable, "nobody has the lease"))
        }
        return try await Worker.once {
            try Socket.ask(holder, request, for: CommandReply.self, limit: .seconds(10))
        }
    }
}
