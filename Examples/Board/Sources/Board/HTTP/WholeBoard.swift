import DataSources
import DataSourcesWire

/// A state of a view as one JSON object.
struct WholeBoard: Encodable, Sendable {
    struct Section: Encodable, Sendable {
        let id: Column.ID
        let title: String
        let count: Int
        let cards: [Card]
    }

    /// The position of the state, `epoch-version`.
    let position: String
    let columns: [Section]

    init(_ snapshot: SectionedSnapshot<Column, Card>) {
        position = snapshot.version.map { FeedPosition($0).description } ?? ""
        columns = snapshot.map { section in
            Section(
                id: section.id, title: section.header.title, count: section.header.count, cards: Array(section.items))
        }
    }
}
