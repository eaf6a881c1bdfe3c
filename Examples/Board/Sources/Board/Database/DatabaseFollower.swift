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
    private let logger: Logger
    /// The rows that the current transaction has changed; used on the queue of the database only.
    private var numbers: Set<Int64> = []

    init(_ source: SectionedSource<Column, PlacedCard>, _ commits: CommitClock, _ logger: Logger) {
        (self.source, self.commits, self.logger) = (source, commits, logger)
    }

    func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
        // A row is removed long after its card was: see `Database.deleteOld`.
        if case .delete = kind { return false }
        return kind.tableName == "card"
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
        let (cards, unreadable): ([CardRow], [UnreadableRow])
        do {
            (cards, unreadable) = try db.readCards(Array(numbers))
        } catch {
            // They are read again after the next commit.
            logger.error("changed rows cannot be read", metadata: ["error": "\(error)"])
            return
        }
        numbers.removeAll()
        for row in unreadable { logger.warning("not shown: \(row)") }
        let gone = Set(unreadable.compactMap(\.number))
        if cards.isEmpty, gone.isEmpty { return }
        source.submit { try $0.follow(cards, gone: gone) }
    }
}

extension SectionedDraft where Header == Column, Item == PlacedCard {
    /// Makes the cards of some rows equal to the rows, and removes those of rows that cannot be shown any more.
    ///
    /// All of them are taken out first: several may have new positions, and the others are sorted.
    mutating func follow(_ rows: [CardRow], gone: Set<Int64>) throws {
        var columns = Set(rows.map(\.column))
        var paths = rows.compactMap { path(of: $0.id) }
        if !gone.isEmpty {
            // Their ids may be what cannot be read. It happens only if another program writes to the file.
            for section in 0..<count {
                for (offset, item) in (self[section: section]?.items ?? .init()).enumerated()
                where gone.contains(item.place.number) { paths.append(ItemPath(section: section, item: offset)) }
            }
        }
        for path in Set(paths).sorted(by: >) {
            if let section = self[section: path.section] { columns.insert(section.id) }
            try removeItem(at: path)
        }
        for row in rows where !row.isDeleted {
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
