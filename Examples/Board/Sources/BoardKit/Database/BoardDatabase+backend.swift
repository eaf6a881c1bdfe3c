import DataSources
import DataSourcesSQLite
public import DataSourcesWire

extension BoardDatabase: BoardBackend {
    /// When the file was committed to last.
    public var lastCommit: ContinuousClock.Instant { commits.last }

    /// The feed of a view of the cards in the file.
    public func feed(of query: BoardQuery, history: HistoryBounds) -> BoardFeed {
        BoardFeed(of: query.view(of: source), history: history)
    }

    /// Applies a command, see ``apply(_:key:)``; the newest view of each query has it then.
    public func apply(_ command: BoardCommand, key: String, for query: BoardQuery) async throws -> FeedPosition? {
        try await apply(command, key: key)
        return nil
    }

    /// What is counted of the file.
    public var figures: [Figure] {
        get async {
            [
                Figure("board_cards", Double(await source.snapshot.itemCount)),
                Figure("board_unreadable_rows", Double(unreadableRows)),
                Figure("board_commits_total", Double(table.list.hub.version.number)),
            ]
        }
    }
}
