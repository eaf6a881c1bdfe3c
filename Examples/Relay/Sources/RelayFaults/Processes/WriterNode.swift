import DataSources
import DataSourcesRelay
import DataSourcesWire
import Synchronization

/// A process that waits for the lease, takes the log over, and applies commands to all lists.
///
/// When its lease is lost it writes on for a while: that two writers at once are harmless is what the test is about.
struct WriterNode: Sendable {
    private typealias Handler = CommandHandler<ListSource<Lane>, String>

    /// What requests need to know of the tasks.
    private final class Desk: Sendable {
        /// Guards the handlers of the lists, while this process is the writer.
        let handlers = Mutex<[Int: Handler]>([:])
        /// Guards the lease that is held.
        let held = Mutex<HeldLease?>(nil)
    }

    private let node: Node
    private let desk = Desk()

    init(_ node: Node) { self.node = node }

    func run() async throws {
        try node.listen { [desk] request, socket in
            switch request {
            case .command(let source, let client, let envelope):
                let handler = desk.handlers.withLock { $0[source] }
                let unavailable = CommandReply.refused(CommandRefusal(.unavailable, "this process is not the writer"))
                try await socket.answer(await handler?.handle(envelope, from: client) ?? unavailable)
            case .giveUpLease:
                await desk.held.withLock { $0 }?.release()
                try await socket.answer(Status())
            case .status: try await socket.answer(Status())
            case .follow, .pause: break
            }
        }
        let connection = try await node.connection()
        let lease = try await node.lease(on: connection)
        let log = try await node.log(on: connection)
        while true {
            let held = try await lease.held(as: node.settings.address.description)
            desk.held.withLock { $0 = held }
            node.note("has the lease")
            do {
                try await write(on: log, while: held)
            } catch let error as Deposed {
                node.note("deposed: \(error)")
            } catch is LeaseLost {
                node.note("ends, a while after its lease")
            }
            desk.handlers.withLock { $0 = [:] }
        }
    }

    private struct LeaseLost: Error {}

    private func write(on log: PlantedLog, while held: HeldLease) async throws {
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    try await held.run { try await Task.sleep(for: .seconds(1 << 30)) }
                } catch let error as LeaseError {
                    guard error.code == .lost else { throw error }
                    node.note("has lost the lease: \(error.message)")
                }
                try await Task.sleep(for: .seconds(8))
                throw LeaseLost()
            }
            group.addTask { try await write(on: log) }
            try await group.next()
        }
    }

    private func write(on log: PlantedLog) async throws {
        var settings = LogSettings()
        // More than other clients send while one of them is cut off.
        settings.answers = 512
        (settings.least, settings.retained) = (node.settings.retained, node.settings.retained)
        settings.interval = .seconds(1)
        let writer = LogWriter(of: log, as: node.who, settings: settings)
        try await writer.takeOver()
        node.note("has taken over at \(writer.reader.sequence)")
        defer { node.note("has appended up to \(writer.reader.sequence)") }
        var sources: [(ListSource<Lane>, CommandJournal)] = []
        for number in node.lists {
            let source = try await source(number, of: writer)
            let journal = writer.journal(of: NodeSettings.sourceName(number))
            let handler = Handler(
                for: source, clients: String.self, identifiedBy: { $0 }, capacity: 64, answers: journal)
            await handler.register(Note.self)
            desk.handlers.withLock { $0[number] = handler }
            sources.append((source, journal))
        }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable [sources] group in
            defer { group.cancelAll() }
            group.addTask { try await writer.run() }
            for (number, (source, journal)) in sources.enumerated() {
                group.addTask {
                    try await writer.publish(source, as: NodeSettings.sourceName(number), journal: journal)
                }
            }
            try await group.next()
        }
    }

    /// A list as the log has it, or a new one.
    private func source(_ number: Int, of writer: LogWriter<PlantedLog>) async throws -> ListSource<Lane> {
        let name = NodeSettings.sourceName(number)
        if let (list, version) = try await insisting({ try await writer.restored(name, as: Lanes.self) }) {
            return try ListSource(list, at: version)
        }
        node.note("begins list \(number)")
        return try ListSource((0..<node.settings.lanes).map { Lane(id: $0) })
    }
}
