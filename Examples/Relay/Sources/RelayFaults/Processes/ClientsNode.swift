import DataSources
import DataSourcesWire
import Synchronization

/// Clients that follow all lists through relays, and send commands until they are answered.
struct ClientsNode: Sendable {
    /// Guards what the driver asks about.
    private final class Desk: Sendable {
        let isPaused = Parameter(false)
        let unanswered = Mutex(0)
    }

    private let node: Node
    private let desk = Desk()
    /// By client, then by list.
    private let replicas: [[Replica<Lanes>]]

    init(_ node: Node) {
        self.node = node
        replicas = node.settings.clients.map { _ in node.lists.map { _ in Replica<Lanes>() } }
    }

    func run() async throws {
        try node.listen { request, socket in
            switch request {
            case .pause(let isPaused): desk.isPaused.set(isPaused)
            case .status: break
            case .follow, .command, .giveUpLease: return
            }
            var status = Status()
            for replicas in replicas {
                var states: [Status.State] = []
                for replica in replicas { states.append(await Status.State(of: replica)) }
                status.states.append(states)
            }
            status.unanswered = desk.unanswered.withLock { $0 }
            try await socket.answer(status)
        }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            defer { group.cancelAll() }
            for (index, client) in node.settings.clients.enumerated() {
                for source in node.lists {
                    let replica = replicas[index][source]
                    group.addTask { try await follow(source, into: replica) }
                    group.addTask { await watch(replica, of: source, as: "client \(client)", node.history) }
                }
                group.addTask { try await command(as: client) }
            }
            try await group.next()
        }
    }

    /// Follows a list through a relay, and through another one when that fails.
    private func follow(_ source: Int, into replica: Replica<Lanes>) async throws {
        let backoff = Backoff(initial: .milliseconds(100), maximum: .seconds(1))
        let relays = node.settings.relays
        try await replica.run(as: .binary, backoff: backoff) { position in
            let relay = relays.randomElement() ?? node.settings.address
            return try await FrameStream.open(relay, source: source, since: position, limit: .seconds(4))
        }
    }

    // MARK: Commands

    private func command(as client: Int) async throws {
        var numbers = [Int](repeating: 0, count: node.settings.sources)
        while true {
            _ = await desk.isPaused.firstValue { !$0 }
            try Task.checkCancellation()
            let source = Int.random(in: node.lists)
            numbers[source] += 1
            let command = Event.Command(source: source, lane: client, number: numbers[source])
            desk.unanswered.withLock { $0 += 1 }
            try await sendUntilAnswered(command)
            // As after an answer that was lost on its way to the client, which asks again.
            if Int.random(in: 0..<10) == 0 {
                try await Task.sleep(for: .milliseconds(Int.random(in: 0..<3_000)))
                try await sendUntilAnswered(command)
            }
            desk.unanswered.withLock { $0 -= 1 }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<160)))
        }
    }

    private func sendUntilAnswered(_ command: Event.Command) async throws {
        let who = "client \(command.lane)"
        let envelope = Note(lane: command.lane, number: command.number).envelope(of: command.source)
        let request = Request.command(source: command.source, client: who, envelope)
        var relay = node.settings.relays.randomElement() ?? node.settings.address
        while true {
            node.history.add(who, .sent(command))
            do {
                let reply = try await Worker.once { [relay] in
                    try Socket.ask(relay, request, for: CommandReply.self, limit: .seconds(12))
                }
                switch reply {
                case .applied(let position): return node.history.add(who, .applied(command, position))
                case .refused(let refusal):
                    node.history.add(who, .refused(command, code: refusal.code.rawValue))
                }
            } catch {
                node.history.add(who, .unanswered(command, reason: "\(relay): \(error)"))
                relay = node.settings.relays.randomElement() ?? relay
            }
            try await Task.sleep(for: .milliseconds(Int.random(in: 20..<200)))
        }
    }
}
