import DataSources
import DataSourcesViews
import Testing

/// A header of the tests.
struct Department: Identifiable, Equatable, Sendable {
    let id: String
    var title = ""
}

struct VisibleSupplementariesTests {
    private typealias Sections = SectionedSnapshot<Department, Worker>

    private let factory: SupplementaryFactory<Department, Worker, any Cell>

    init() throws {
        factory = try SupplementaryFactory {
            Supplementary(.header) {
                PlainCell()
            } configure: {
                $0.log.append($1.title)
            }
            Supplementary(.footer) { section in
                section.header.title.isEmpty ? nil : "\(section.items.count) people"
            } make: {
                ManagerCell()
            } configure: {
                $0.log.append($1)
            } update: {
                $0.log.append("\($1) to \($2)")
            }
        }
    }

    @Test func `headers and footers come from the section, so an empty one has them`() throws {
        let sections = try Sections([
            ItemSection(Department(id: "a", title: "A"), items: [Worker(1)]),
            ItemSection(Department(id: "b", title: "B")),
            ItemSection(Department(id: "c")),
        ])
        let visible = VisibleSupplementaries(factory)
        try visible.show(sections)
        #expect(visible.elements.map(\.id.section) == ["a", "a", "b", "b", "c"])
        #expect(visible.elements.map(\.kind) == [.header, .footer, .header, .footer, .header])
        #expect(visible.elements.map { $0.view.log } == [["A"], ["1 people"], ["B"], ["0 people"], [""]])
        #expect(visible["b", .footer] is ManagerCell)
        #expect(visible["c", .footer] == nil)
    }

    @Test func `a view is updated if what it shows has changed, and not for another reason`() throws {
        let visible = VisibleSupplementaries(factory)
        var section = ItemSection(Department(id: "a", title: "A"), items: [Worker(1)])
        try visible.show([section])
        let header = visible["a", .header]
        section.items = try ListSnapshot([Worker(1, "renamed")])
        try visible.show([section])
        #expect((visible.configured, visible.updated) == (2, 0))
        section.items = try ListSnapshot([Worker(1), Worker(2)])
        try visible.show([section])
        #expect((visible.configured, visible.updated) == (2, 1))
        #expect(visible["a", .footer]?.log == ["1 people", "1 people to 2 people"])
        section.header.title = "AA"
        try visible.show([section])
        #expect(visible["a", .header] === header)
        #expect(header?.log == ["A", "AA"])
        #expect((visible.configured, visible.updated) == (2, 2))
    }

    @Test func `kinds occur once, and a factory has one at least`() {
        let twice = #expect(throws: RowError.self) {
            try SupplementaryFactory<Department, Worker, any Cell> {
                Supplementary(.header) {
                    PlainCell()
                } configure: { _, _ in
                }
                Supplementary(.header) {
                    PlainCell()
                } configure: { _, _ in
                }
            }
        }
        #expect(twice?.code == .duplicateKinds)
        #expect(throws: RowError.self) { try SupplementaryFactory<Department, Worker, any Cell> {} }
    }
}

struct SectionIndexTests {
    @Test func `titles lead to the first of their sections, and empty ones are none`() throws {
        let titles = ["", "A", "A", "", "B", "A"]
        let sections = try SectionedSnapshot<Department, Worker>(
            titles.enumerated().map { ItemSection(Department(id: "\($0)", title: $1)) })
        let index = SectionIndex(of: sections) { $0.title }
        #expect(index.entries.map(\.title) == ["A", "B", "A"])
        #expect((-1...3).map { index.section(at: $0) } == [nil, 1, 4, 5, nil])
        #expect((0..<7).map { index.entry(ofSection: $0) } == [nil, 0, 0, 0, 1, 2, 2])
        #expect(SectionIndex(of: SectionedSnapshot<Department, Worker>()) { $0.title }.entries == [])
        #expect(SectionIndex(of: sections) { _ in nil }.entries == [])
    }
}
