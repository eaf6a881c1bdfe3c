import DataSources

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
struct PlainSection: Hashable, Sendable, CustomStringConvertible {
    var header: Heading
    var items: [Row]

    init(_ header: Heading, _ items: [Row] = []) {
        self.header = header
        self.items = items
    }

    init(_ id: Int, _ items: [Row] = []) {
        self.init(Heading(id), items)
    }

    init(_ section: Section<Heading, Row>) {
        self.init(section.header, Array(section.items))
    }

    var section: Section<Heading, Row> { Section(header, items: items) }

    var description: String { "PlainSection(\(header), \(items))" }
}

typealias RowSections = SectionedSnapshot<Heading, Row>
typealias RowSectionsDraft = SectionedDraft<Heading, Row>

extension SectionedSnapshot where Header == Heading, Item == Row {
    /// A snapshot that shares nothing with any other.
    init(plain: [PlainSection]) throws {
        try self.init(plain.map(\.section))
    }

    var plain: [PlainSection] { map { PlainSection($0) } }
}
