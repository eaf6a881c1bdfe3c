import DataSources
import DataSourcesWire

/// An item of the sources that are published.
struct Card: Codable, Identifiable, Hashable {
    let id: Int
    var number = 0
    var text = "one of a hundred cards, with about as many bytes of text as a card on a board has"
}

/// The state of 100 cards.
func newSource() throws -> ListSource<Card> { try ListSource((0..<100).map { Card(id: $0) }) }

/// A writer that publishes sources in a log.
struct Published<Log: FrameLog>: Sendable {
    let writer: LogWriter<Log>
    let sources: [ListSource<Card>]

    static func name(_ number: Int) -> String { "source \(number)" }

    /// Takes over, and goes on with the sources in the log, or new ones.
    init(_ count: Int, in log: Log, as name: String) async throws {
        writer = LogWriter(of: log, as: name)
        try await writer.takeOver()
        var sources: [ListSource<Card>] = []
        for number in 0..<count {
            let restored = try await writer.restored(Self.name(number), as: ListSnapshot<Card>.self)
            sources.append(try restored.map { try ListSource($0.snapshot, at: $0.version) } ?? newSource())
        }
        self.sources = sources
    }

    /// Appends until another writer takes over, or the task is cancelled.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { try await writer.run() }
            for (number, source) in sources.enumerated() {
                group.addTask { try await writer.publish(source, as: Self.name(number)) }
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Waits until the log has the last commit of each source.
    func caughtUp() async throws {
        for (number, source) in sources.enumerated() {
            while writer.reader.position(of: Self.name(number)) != FeedPosition(source.hub.version) {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }
}

extension LogBenchmark {
    /// Does something while a writer publishes sources.
    func whilePublishing<Result: Sendable>(
        _ count: Int, in name: String, _ body: @escaping @Sendable (Published<Log>) async throws -> Result
    ) async throws -> Result {
        let published = try await Published(count, in: try await open(name), as: "benchmark")
        return try await withThrowingTaskGroup(of: Result?.self) { @Sendable group in
            group.addTask {
                try await published.run()
                return nil
            }
            group.addTask {
                try await published.caughtUp()
                return try await body(published)
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}
