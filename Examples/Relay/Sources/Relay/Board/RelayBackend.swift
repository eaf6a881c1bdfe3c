import BoardKit
import DataSourcesRelay
import DataSourcesWire

/// The board of a process that follows it in the log: edits are those of the process that writes it.
struct RelayBackend: BoardBackend {
    let board: FollowedBoard<MeasuredLog<NatsLog>>
    let watch: LogWatch<MeasuredLog<NatsLog>>
    /// Writes the board, if this process may.
    let writer: BoardWriter?

    /// What comes from the log is as old as it is here.
    var lastCommit: ContinuousClock.Instant { .now }

    func feed(of query: BoardQuery, history: HistoryBounds) -> BoardFeed { board.feed(of: query, history: history) }

    func apply(_ command: BoardCommand, key: String, for query: BoardQuery) async throws -> FeedPosition? {
        let position: FeedPosition?
        if let writer {
            position = try await writer.apply(command, key: key, for: query)
        } else {
            guard let address = board.reader.writer else {
                throw Refusal(.unavailable, "nobody writes the board yet; ask again")
            }
            position = try await WriterClient.shared.send(command, key: key, for: query, to: address)
        }
        guard query.publishedName == nil else { return position }
        // A search is made here: its newest view has the edit when the cards have it.
        if let position { await board.caughtUp(with: position) }
        return nil
    }

    func check() throws(Refusal) {
        if let problem = watch.problem { throw Refusal(.unavailable, problem) }
        try writer?.check()
    }

    var figures: [Figure] {
        get async {
            let followed = Figure(
                "relay_followed_views", Double(board.followed.count), help: "Views of the log that are followed now.")
            return [followed] + watch.figures + (await writer?.figures ?? [])
        }
    }
}
