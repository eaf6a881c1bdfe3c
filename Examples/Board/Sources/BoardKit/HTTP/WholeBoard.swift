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

    /// The position of the state, `epoch-version`; empty if no stream can go on from it.
    let position: String
    let columns: [Section]

    init(_ snapshot: SectionedSnapshot<Column, Card>, _ position: FeedPosition?) {
        self.position = position?.description ?? ""
        columns = snapshot.map { section in
            Section(
                id: section.id, title: section.header.title, count: section.header.count, cards: Array(section.items))
        }
    }
}
