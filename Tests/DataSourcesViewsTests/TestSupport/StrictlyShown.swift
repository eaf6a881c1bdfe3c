import DataSources
import DataSourcesTesting
import DataSourcesViews

/// A snapshot that a strict display can show.
protocol StrictlyShown: EditableSnapshot, SelectableSnapshot where Item == Card {
    associatedtype StrictHeader: Identifiable & Equatable & Sendable where StrictHeader.ID: Sendable
    typealias Strict = StrictDisplay<StrictHeader, Card>

    /// A strict display that shows the snapshot.
    var strict: Strict { get }
    static func perform(_ stage: Update<Self>, on display: inout Strict) throws
    /// All items, read row by row and by position; `nil` where a count and the rows differ.
    var rows: [[Card?]] { get }
}

extension ListSnapshot: StrictlyShown where Item == Card {
    var strict: StrictDisplay<OnlySection, Card> { StrictDisplay(self, refresh: .reconfigure) }

    static func perform(_ stage: Update<Self>, on display: inout StrictDisplay<OnlySection, Card>) throws {
        try display.performBatchUpdates(stage.changes, to: stage.after)
    }

    var rows: [[Card?]] { [(0..<count).map { self[$0] }] }
}

extension SectionedSnapshot: StrictlyShown where Header == Column, Item == Card {
    var strict: StrictDisplay<Column, Card> { StrictDisplay(self, refresh: .reconfigure) }

    static func perform(_ stage: Update<Self>, on display: inout StrictDisplay<Column, Card>) throws {
        try display.performBatchUpdates(stage.changes, to: stage.after)
    }

    var rows: [[Card?]] {
        (0..<count).map { section in
            (0..<(self[section: section]?.items.count ?? 0)).map { self[ItemPath(section: section, item: $0)] }
        }
    }
}

typealias Board = SectionedSnapshot<Column, Card>

/// A section of the tests.
struct Column: Identifiable, Hashable, Sendable {
    let id: String
    var title = ""
}

/// An item of the tests.
struct Card: Identifiable, Equatable, Sendable {
    let id: Int
    var title = ""

    init(_ id: Int, _ title: String = "") {
        (self.id, self.title) = (id, title)
    }
}
