import DataSources
import DataSourcesWire

/// What the article "Publishing in a log" shows.
private struct PublishingInALog {
    func write(to log: some FrameLog) async throws {
        let writer = LogWriter(of: log, as: "host-7")
        try await writer.takeOver()
        let restored = try await writer.restored("board.42", as: ListSnapshot<Card>.self)
        let board = try restored.map { try ListSource($0.snapshot, at: $0.version) } ?? ListSource<Card>()
        let journal = writer.journal(of: "board.42")
        let commands = CommandHandler(for: board, answers: journal)

        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await writer.run() }
            group.addTask { try await writer.publish(board, as: "board.42", journal: journal) }
            try await group.next()
            group.cancelAll()
        }
        _ = commands
    }

    func remove(from writer: LogWriter<some FrameLog>, _ publication: Task<Void, any Error>) async throws {
        publication.cancel()
        _ = await publication.result
        try await writer.remove("board.42")
    }

    func relay(_ log: some FrameLog) async throws {
        let reader = LogReader(of: log)
        let replica = Replica<ListSnapshot<Card>>()
        let feed = Feed(relaying: replica)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await reader.run() }
            group.addTask { try await reader.follow("board.42", into: replica) }
            group.addTask { await feed.run() }
            try await group.next()
            group.cancelAll()
        }
    }
}
