import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct MapItemsWithTests {
    private static func wanted(_ row: Row, _ value: Int) -> Row? {
        (row.id + row.value) % 4 < value ? nil : Row(row.id, row.value + value)
    }

    private static func groups(_ rows: [Row]) -> [(key: Int, value: [Row])] {
        Dictionary(grouping: rows) { $0.id % 3 }.sorted { $0.key < $1.key }
    }

    @Test func `random histories: each item, with the value, in its section`() throws {
        try expectFollowsPair(try SectionedHistory.withValues(seeds(10))) {
            SectionedCompactMapByOperator<Heading, Row, Int, Row>(Self.wanted)
        } oracle: { sections, value in
            sections.plain.map { section in
                PlainSection(
                    section.header,
                    section.items.compactMap { row in value.value.flatMap { Self.wanted(row, $0) } })
            }
        }
    }

    @Test func `map and compactMap: random histories of rows and values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.grouped { $0.id % 3 }.map(with: first, second) { row, first, second in
                Row(row.id, row.value * first + second)
            }
        } oracle: { rows, first, second in
            Self.groups(rows).map { key, rows in
                ItemSection(
                    GroupHeader(key),
                    items: second.map { second in rows.map { Row($0.id, $0.value * first + second) } } ?? [])
            }
        }
        try expectDerives(seeds: 10..<20) { list, first, _ in
            list.grouped { $0.id % 3 }.map(with: first) { row, first in row.value == first }
        } oracle: { rows, first, _ in
            Self.groups(rows).map { key, rows in
                ItemSection(GroupHeader(key), items: rows.map { Keyed(id: $0.id, value: $0.value == first) })
            }
        }
        try expectDerives(seeds: 20..<30) { list, first, _ in
            list.grouped { $0.id % 3 }.compactMap(with: first, transform: Self.wanted)
        } oracle: { rows, first, _ in
            Self.groups(rows).map { key, rows in
                ItemSection(GroupHeader(key), items: rows.compactMap { Self.wanted($0, first) })
            }
        }
        try expectDerives(seeds: 30..<40) { list, first, _ in
            list.grouped { $0.id % 3 }.compactMap(with: first) { row, first in row.value > first ? row.value : nil }
        } oracle: { rows, first, _ in
            Self.groups(rows).map { key, rows in
                ItemSection(
                    GroupHeader(key),
                    items: rows.compactMap { $0.value > first ? Keyed(id: $0.id, value: $0.value) : nil })
            }
        }
    }
}
