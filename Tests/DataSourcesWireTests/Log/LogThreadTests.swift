import DataSources
import DataSourcesWire
import DataSourcesWireTesting
import Testing

/// On real threads: many sources, clients, relays and take-overs at once.
struct LogThreadTests {
    private typealias Handler = CommandHandler<ListSource<Card>, Void>

    @Test(.timeLimit(.minutes(3)))
    func `law 17: 40 sources, 2,000 commands, three relays and three writers one after the other`() async throws {
        let log = MemoryFrameLog()
        let names = (0..<40).map { "source \($0)" }
        let handlers = Parameter<[Int]>([])
        let tables = Tables()
        let relays = (0..<3).map { _ in
            (LogReader(of: log), Dictionary(uniqueKeysWithValues: names.map { ($0, Replica<List>()) }))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (reader, replicas) in relays {
                group.addTask { try? await reader.run() }
                for (name, replica) in replicas { group.addTask { try? await reader.follow(name, into: replica) } }
            }
            for number in 0..<3 {
                group.addTask {
                    // Each takes over when the clients have been answered by the one before.
                    _ = await handlers.firstValue { $0.count >= number * 400 }
                    let writer = LogWriter(of: log, as: "writer \(number)")
                    try await writer.takeOver()
                    var sources: [(String, ListSource<Card>, CommandJournal)] = []
                    var table: [String: Handler] = [:]
                    for name in names {
                        let restored = try await writer.restored(name, as: List.self)
                        let source =
                            try restored.map { try ListSource($0.snapshot, at: $0.version) }
                            ?? ListSource((0..<3).map { Card($0) })
                        let journal = writer.journal(of: name)
                        let handler = Handler(for: source, answers: journal)
                        await handler.register(LogScenario.Note.self)
                        table[name] = handler
                        sources.append((name, source, journal))
                    }
                    await tables.set(table)
                    try? await withThrowingTaskGroup(of: Void.self) { [sources] publications in
                        publications.addTask { try await writer.run() }
                        for (name, source, journal) in sources {
                            publications.addTask { try await writer.publish(source, as: name, journal: journal) }
                        }
                        try await publications.next()
                        publications.cancelAll()
                    }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { clients in
                for client in 0..<20 {
                    clients.addTask {
                        for number in 0..<100 {
                            let command = client * 100 + number
                            let envelope = CommandEnvelope(
                                key: "key \(command)", name: LogScenario.Note.name,
                                content: .object(["card": .int(Int64(command % 3)), "number": .int(Int64(command))]))
                            while true {
                                let handler = await tables.handler(of: names[command % 40])
                                guard case .refused(let refusal) = await handler.handle(envelope) else { break }
                                #expect([.unavailable, .notApplied].contains(refusal.code))
                                // The next writer's handlers come.
                                await tables.another(than: handler, of: names[command % 40])
                            }
                            handlers.update { $0.append(command) }
                        }
                    }
                }
                try await clients.waitForAll()
            }
            for (_, replicas) in relays {
                for (number, name) in names.enumerated() {
                    let state = await replicas[name]?.first { state in
                        state.reduce(0) { $0 + $1.title.split(separator: " ").count } == 50
                    }
                    let applied = state?.flatMap { $0.title.split(separator: " ").compactMap { Int($0) } } ?? []
                    #expect(applied.sorted() == (0..<50).map { $0 * 40 + number })
                }
            }
            group.cancelAll()
        }
    }

    /// The handlers of the writer that is believed to be the last one.
    private actor Tables {
        private var handlers: [String: Handler] = [:]
        private let changes = Parameter(0)

        func set(_ handlers: [String: Handler]) {
            self.handlers = handlers
            changes.update { $0 += 1 }
        }

        func handler(of name: String) async -> Handler {
            while true {
                if let handler = handlers[name] { return handler }
                let count = changes.value
                _ = await changes.firstValue { $0 > count || count > 0 }
            }
        }

        /// Waits for the handlers of another writer.
        func another(than handler: Handler, of name: String) async {
            while handlers[name] === handler {
                let count = changes.value
                _ = await changes.firstValue { $0 > count }
            }
        }
    }
}
