import DataSources
import DataSourcesTesting

/// The header of most tests: an id, and a title that can change under it.
struct Heading: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
    let id: Int
    var title: Int

    init(_ id: Int, _ title: Int = 0) {
        self.id = id
        self.title = title
    }

    var description: String { title == 0 ? "Heading(\(id))" : "Heading(\(id), \(title))" }
}

/// A section of the plain model that drafts and snapshots are compared with; its description is the code to make it.
typealias PlainSection = DataSourcesTesting.PlainSection<Heading, Row>

extension PlainSection {
    init(_ id: Int, _ items: [Row] = []) {
        self.init(Heading(id), items)
    }
}

typealias RowSections = SectionedSnapshot<Heading, Row>
typealias RowSectionsDraft = SectionedDraft<Heading, Row>

extension SectionedSnapshot where Header == Heading, Item == Row {
    /// A snapshot that shares nothing with any other.
    init(plain: [PlainSection]) throws {
        try self.init(plain.map(\.section))
    }
}

extension [PlainSection] {
    /// The path of the row with this id.
    func path(of id: Int) -> ItemPath? {
        for (section, part) in enumerated() {
            if let item = part.items.firstIndex(where: { $0.id == id }) {
                return ItemPath(section: section, item: item)
            }
        }
        return nil
    }
}
