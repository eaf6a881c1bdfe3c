import DataSources
import DataSourcesTesting
import Testing

/// Reading sections: total by path and by id, and a collection of sections like any other.
struct SectionedSnapshotReadingTests {
    /// Empty sections in front, between and behind.
    private static let model = [
        PlainSection(7), PlainSection(0, Row.range(0, 3)), PlainSection(8), PlainSection(9),
        PlainSection(Heading(1, 4), Row.range(10, 100)), PlainSection(6),
    ]

    @Test func `sections, their rows and their headers are where they were put`() throws {
        let snapshot = try RowSections(plain: Self.model)
        let draft = try SectionedDraft(snapshot)
        #expect(snapshot.count == 6 && snapshot.itemCount == 103 && snapshot.plain == Self.model)
        for (section, part) in Self.model.enumerated() {
            #expect(snapshot[section: section].map { PlainSection($0) } == part)
            #expect(snapshot[section] == snapshot[section: section] && draft[section] == snapshot[section])
            #expect(snapshot[sectionID: part.header.id].map { PlainSection($0) } == part)
            #expect(snapshot.sectionPosition(of: part.header.id) == section)
            #expect(snapshot[section: section]?.items.count == part.items.count)
            for (item, row) in part.items.enumerated() {
                let path = ItemPath(section: section, item: item)
                #expect(snapshot[path] == row && snapshot[id: row.id] == row && snapshot.path(of: row.id) == path)
                #expect(snapshot.contains(path))
            }
        }
    }

    @Test func `reading outside of sections gives nil`() throws {
        let far = [-1, 6, 100, Int.min, Int.max]
        for snapshot in [try RowSections(plain: Self.model), RowSections(), try RowSections(plain: [PlainSection(3)])] {
            for section in far {
                #expect(snapshot[section: section] == nil && snapshot[section] == nil)
                for item in far + [0, 1] {
                    #expect(snapshot[ItemPath(section: section, item: item)] == nil)
                    #expect(!snapshot.contains(ItemPath(section: section, item: item)))
                }
            }
            for section in 0..<6 {
                for item in far where item != 6 {
                    #expect(snapshot[ItemPath(section: section, item: item)] == nil)
                    #expect(!snapshot.contains(ItemPath(section: section, item: item)))
                }
            }
            for id in [-1, 1_000, Int.min, Int.max] {
                #expect(snapshot[sectionID: id] == nil && snapshot.sectionPosition(of: id) == nil)
                #expect(snapshot[id: id] == nil && snapshot.path(of: id) == nil)
            }
        }
    }

    @Test func `a path is there or not`() throws {
        let snapshot = try RowSections(plain: [PlainSection(0, Row.range(0, 3)), PlainSection(1, Row.range(3, 2))])
        for (section, item) in [(0, 3), (0, 100), (10, 0), (5, 500), (1, 2), (-1, 0), (0, -1)] {
            #expect(!snapshot.contains(ItemPath(section: section, item: item)))
        }
        for path in snapshot.items.indices { #expect(snapshot.contains(path)) }
    }

    @Test func `all rows are those of the sections one after the other, past empty ones`() throws {
        let snapshot = try RowSections(plain: Self.model)
        let rows = Self.model.flatMap(\.items)
        #expect(Array(snapshot.items) == rows && snapshot.items.count == rows.count)
        #expect(Array(snapshot.items.reversed()) == rows.reversed())
        #expect(snapshot.items.indices.map { snapshot.items[$0] } == rows)
        #expect(Array(snapshot.items.indices) == rows.compactMap { Self.model.path(of: $0.id) })
        #expect(snapshot.items.first == Row(0) && snapshot.items.last == Row(109))
        #expect(snapshot.items.startIndex == ItemPath(section: 1, item: 0))
        #expect(snapshot.items.distance(from: snapshot.items.startIndex, to: snapshot.items.endIndex) == 103)
    }

    @Test func `all rows of sections without any are none`() throws {
        for snapshot in [RowSections(), try RowSections(plain: [PlainSection(0), PlainSection(1)])] {
            #expect(snapshot.items.isEmpty && snapshot.items.startIndex == snapshot.items.endIndex)
            #expect(Array(snapshot.items).isEmpty && snapshot.items.first == nil && snapshot.items.last == nil)
        }
    }

    @Test func `there is no path before the first or after the last, not even garbage`() async {
        await #expect(processExitsWith: .failure) {
            let snapshot = try RowSections(plain: [PlainSection(0), PlainSection(1, Row.range(0, 3))])
            _ = snapshot.items.index(before: snapshot.items.startIndex)
        }
        await #expect(processExitsWith: .failure) {
            let snapshot = try RowSections(plain: [PlainSection(0, Row.range(0, 3))])
            _ = snapshot.items.index(after: snapshot.items.endIndex)
        }
        await #expect(processExitsWith: .failure) {
            let snapshot = try RowSections(plain: [PlainSection(0, Row.range(0, 3))])
            _ = snapshot.items.index(after: ItemPath(section: 1_000_000, item: 0))
        }
    }

    @Test func `many sections walk, count and index as arrays do`() throws {
        for count in Array(0...40) + [300] {
            let model = (0..<count).map { PlainSection($0, Row.range($0 * 10, $0 % 4)) }
            let snapshot = try RowSections(plain: model)
            #expect(snapshot.plain == model && snapshot.reversed().map { PlainSection($0) } == model.reversed())
            #expect(snapshot.indices.map { PlainSection(snapshot[$0]) } == model && snapshot.count == count)
            #expect(snapshot.first?.id == model.first?.header.id && snapshot.last?.id == model.last?.header.id)
            #expect(snapshot.dropFirst(3).map(\.id) == model.dropFirst(3).map(\.header.id))
        }
    }

    @Test func `sections say what is in them`() throws {
        let snapshot = try RowSections(plain: [PlainSection(0, [Row(1)]), PlainSection(Heading(1, 2))])
        #expect(snapshot.description == "[Heading(0): [Row(1)]; Heading(1, 2): []]")
        let many = try RowSections(plain: (0..<23).map { PlainSection($0) }).description
        #expect(many.hasSuffix("Heading(19): []; … 3 more]"))
    }
}
