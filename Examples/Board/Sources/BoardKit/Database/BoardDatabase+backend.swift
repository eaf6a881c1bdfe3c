import DataSources
import DataSourcesSQLite
public import DataSourcesWire

extension BoardDatabase: BoardBackend {
    /// The cards of the file; they are followed as long as it is open.
    private final class Cards: BoardCards {
        private let source: BoardSource
        private let commits: CommitClock

        init(_ database: BoardDatabase) { (source, commits) = (database.source, database.commits) }

        var lastCommit: ContinuousClock.Instant { commits.last }

        func feed(of query: BoardQuery, history: HistoryBounds) -> BoardFeed {
            BoardFeed(of: query.view(of: source), history: history)
        }
    }

    /// The cards of the file.
    public func cards() -> any BoardCards { Cards(self) }

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
