import DataSources
import GRDB
import Logging

/// Reads the rows that a transaction changed, and edits the source in the same way.
///
/// SQLite calls it on the queue of the database, directly after a commit and before the next write: so the source has
/// the states of the database, one for each transaction, and no other.
final class DatabaseFollower: TransactionObserver {
    private let source: SectionedSource<Column, PlacedCard>
    private let commits: CommitClock
    /// The rows that the current transaction has changed; used on the queue of the database only.
    private var numbers: Set<Int64> = []

    init(_ source: SectionedSource<Column, PlacedCard>, _ commits: CommitClock) {
        (self.source, self.commits) = (source, commits)
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        kind.tableName == CardRow.databaseTableName
    }

    func databaseDidChange(with event: DatabaseEvent) {
        numbers.insert(event.rowID)
    }

    func databaseDidRollback(_ db: Database) {
        numbers.removeAll()
    }

    func databaseDidCommit(_ db: Database) {
        if numbers.isEmpty { return }
        commits.committed()
        var rows: [CardRow] = []
        do {
            var remaining = Array(numbers)[...]
            while !remaining.isEmpty {
                // SQLite limits the number of keys in a statement.
                rows += try CardRow.fetchAll(db, keys: remaining.prefix(1_000))
                remaining = remaining.dropFirst(1_000)
            }
        } catch {
            // They are read again after the next commit.
            Logger(label: "board.database").error("changed rows cannot be read", metadata: ["error": "\(error)"])
            return
        }
        numbers.removeAll()
        if rows.isEmpty { return }
        source.submit { [rows] in try $0.follow(rows) }
    }
}

extension SectionedDraft where Header == Column, Item == PlacedCard {
    /// Makes the cards of some rows equal to the rows.
    ///
    /// All of them are taken out first: several may have new positions, and the others are sorted.
    mutating func follow(_ rows: [CardRow]) throws {
        var columns = Set(rows.map(\.column))
        for row in rows {
            guard let path = path(of: row.id) else { continue }
            if let section = self[section: path.section] { columns.insert(section.id) }
            try removeItem(at: path)
        }
        for row in rows where row.deleted == nil {
            guard let section = sectionPosition(of: row.column) else { continue }
            let item = row.placed
            try insertItem(item, at: ItemPath(section: section, item: offset(of: item.place, inSection: section)))
        }
        for id in columns {
            guard let section = self[sectionID: id] else { continue }
            try updateSection(id: id) { $0.count = section.items.count }
        }
    }

    /// The number of cards of a section that are before a place.
    private func offset(of place: Place, inSection section: Int) -> Int {
        var (low, high) = (0, self[section: section]?.items.count ?? 0)
        while low < high {
            let middle = low + (high - low) / 2
            guard let item = self[ItemPath(section: section, item: middle)] else { return low }
            if item.place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
